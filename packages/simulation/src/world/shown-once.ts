/** The cache keeps this many views. */
const shownLimit = 20_000

/** Returns the same view object for an unchanged object, so that caches by object identity work. */
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
