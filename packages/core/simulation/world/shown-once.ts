/** Of so many things is kept how they are shown. */
const shownLimit = 20_000

/** What is shown of something that did not change is the same object as before: who keeps what it knows of objects finds it again. */
export const shownOnce = <Part extends object, Beside, View>(
  show: (part: Part, beside: Beside) => View,
): (part: Part, beside: Beside) => View => {
  const made = new Map<Part, { readonly beside: Beside; readonly view: View }>()
  return (part, beside) => {
    const known = made.get(part)
    if (known !== undefined && known.beside === beside) return known.view
    if (made.size > shownLimit) made.clear()
    const view = show(part, beside)
    made.set(part, { beside, view })
    return view
  }
}
