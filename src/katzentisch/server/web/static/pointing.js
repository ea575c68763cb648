// How the user is pointing and typing, which several scripts need to know.

export const pointing = {
  usesKeys: false,  // the focus must be visible, and follow the game
  usedOnce: false,  // until then, browsers play no sound
  pointer: "mouse",  // the type of pointer that was last pressed
  panned: false,  // the click that ends panning a picture must not count
};

/** Note every press before any other listener handles it. */
export function watchPointer() {
  document.addEventListener("pointerdown", (event) => {
    Object.assign(pointing, { usesKeys: false, usedOnce: true, panned: false, pointer: event.pointerType });
  }, true);
}
