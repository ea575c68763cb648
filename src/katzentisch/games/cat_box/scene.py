ABOUT="x"
MINUTES=(10,20)
OPTIONS={}
PAUSES={}
def clicks(m): return (m,)
def prompt(v,_): return "?"
def scene(v,e,n,_): return {}
def sheet(v,e,n,_): return None
