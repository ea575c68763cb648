// How somebody points and types just now, which several scripts ask.

export const input = {
  usesKeys: false,  // the focus is to be seen, and follows
  usedOnce: false,  // before that, browsers play no sound
  pointer: "mouse",  // what was pressed last
  panned: false,  // the click that ends moving a picture is none
};

/** Note every press, before anything else hears of it. */
export function watchPointer() {
  document.addEventListener("pointerdown", (event) => {
    Object.assign(input, { usesKeys: false, usedOnce: true, panned: false, pointer: event.pointerType });
  }, true);
}
