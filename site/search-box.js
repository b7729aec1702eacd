/** The box above the contents, in the browser. Nothing of the index is read before somebody types. */
const base = new URL('.', import.meta.url)
const box = document.querySelector('search')
const field = box.querySelector('input')
const found = box.querySelector('ol')
const status = box.querySelector('[role=status]')
const most = 10
/** Whom pages are for, in the order of the answer: how many of each are shown at most, and how they are marked. */
const audiences = [
  { name: 'users', most: 7, mark: '' },
  { name: 'reference', most: 3, mark: 'Reference' },
  { name: 'contributors', most: 2, mark: 'For contributors' },
]

let loaded
const pagefind = () =>
  loaded ??= import(new URL('pagefind/pagefind.js', base)).then(async module => {
    await module.options({ excerptLength: 18 })
    return module
  })

const element = (name, properties) => Object.assign(document.createElement(name), properties)

/** The page, and below it the section that fits best. The excerpt is text of our pages with marks, escaped by Pagefind. */
const entry = ({ url, meta, excerpt, sub_results: sections, mark }) => {
  const [section] = sections.toSorted((a, b) => b.locations.length - a.locations.length)
  const link = element('a', { href: section?.url ?? url })
  if (mark !== '') link.append(element('em', { textContent: mark }))
  link.append(element('strong', { textContent: meta.title }))
  if (section !== undefined && section.title !== meta.title) link.append(` ${section.title}`)
  link.append(element('span', { innerHTML: section?.excerpt ?? excerpt }))
  const item = element('li', {})
  item.append(link)
  return item
}

const clear = () => {
  found.replaceChildren()
  status.textContent = ''
}

/** What is found for each audience; null: more was typed meanwhile. */
const askedFor = async wanted => {
  const { debouncedSearch, search } = await pagefind()
  const filters = name => ({ filters: { audience: name } })
  const first = await debouncedSearch(wanted, filters(audiences[0].name), 150)
  if (first === null) return null
  const others = await Promise.all(audiences.slice(1).map(({ name }) => search(wanted, filters(name))))
  return [first, ...others].map(({ results }) => results)
}

/** Of each audience as many as its share, and more where the others have less. */
const shared = answers => {
  const chosen = answers.map((results, index) => results.slice(0, audiences[index].most).map(it => ({ it, mark: audiences[index].mark })))
  const rest = answers.flatMap((results, index) => results.slice(audiences[index].most).map(it => ({ it, mark: audiences[index].mark, index })))
  for (const { it, mark, index } of rest) if (chosen.flat().length < most) chosen[index].push({ it, mark })
  return chosen.flat().slice(0, most)
}

const search = async () => {
  const wanted = field.value.trim()
  if (wanted === '') return clear()
  const answers = await askedFor(wanted)
  if (answers === null || field.value.trim() !== wanted) return
  const pages = await Promise.all(shared(answers).map(async ({ it, mark }) => ({ ...(await it.data()), mark })))
  if (field.value.trim() !== wanted) return
  found.replaceChildren(...pages.map(entry))
  const all = answers.flat().length
  status.textContent = all === 0 ? `Nothing about “${wanted}”` : all > most ? `${pages.length} of ${all} pages` : `${all} ${all === 1 ? 'page' : 'pages'}`
}

/** Arrows walk through the field and what was found; Escape goes back to the field, and from there clears it. */
const walk = event => {
  const stops = [field, ...found.querySelectorAll('a')]
  const here = stops.indexOf(document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && here >= 0) {
    event.preventDefault()
    stops[Math.min(stops.length - 1, Math.max(0, here + step))].focus()
  } else if (event.key === 'Escape') {
    if (document.activeElement === field) {
      field.value = ''
      clear()
    }
    field.focus()
  }
}

const isTyping = target => target.closest?.('input, textarea, select, [contenteditable]') !== null

field.addEventListener('input', search)
box.addEventListener('keydown', walk)
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  event.preventDefault()
  field.focus()
})
// a page that is opened from a disk can't read an index, and runs no module
box.hidden = false
