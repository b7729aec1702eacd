import { deviations } from '../../test/golden/deviations.ts'
import { page, table, type Page } from './markdown.ts'
import { scenarioTitles } from './scenario-ids.ts'
import { isTest, sourceFiles } from './source-files.ts'
import { waitingFor } from './waiting-ids.ts'

type Means = 'test' | 'checker' | 'e2e' | 'conformance' | 'golden'

interface Cover {
  readonly id: string
  readonly means: Means
  readonly path: string
}

const idPattern = /(?<![\w-])(?:P\d\d|B\d{2,3}|[CM]-D\d\d|D-\d\d|L\d{1,2})(?![\w-])/g

/** The first quoted text of every place where a test, or a row of a table of tests, may have its title: of both quotes and backticks. */
const titlesOf = (text: string): readonly string[] =>
  [...text.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g)].map(([quoted]) => quoted.slice(1, -1))

/** Names of chapters that look like ids and are none: traps and chapters of conformance. */
const isNoId: readonly ((path: string, title: string, id: string) => boolean)[] = [
  (path, _, id) => path.endsWith('conformance/kubernetes.test.ts') && id.startsWith('P'),
  (_, title, id) => title === id && id.startsWith('L'),
]

const idsIn = (
  path: string,
  titles: readonly string[],
): readonly string[] => [
  ...new Set(
    titles.flatMap(title =>
      (title.match(idPattern) ?? []).filter(id => Object.hasOwn(scenarioTitles, id) && !isNoId.some(is => is(path, title, id)))
    ),
  ),
]

const covers = (means: Means, folders: readonly string[], isWanted: (path: string) => boolean): readonly Cover[] =>
  sourceFiles(folders, isWanted).flatMap(({ path, text }) => idsIn(path, titlesOf(text)).map(id => ({ id, means, path })))

/** A property that the checker or its world holds every state against: `property: 'P03'`, `breach(world, 'P01', …)`, `story('P06', …)`. */
const checkerCovers = (): readonly Cover[] =>
  sourceFiles(['packages/simulation/src'], path => !isTest(path)).flatMap(({ path, text }) =>
    [
      ...new Set(
        [...text.matchAll(/(?:property:\s*|breach\(\s*\w+,\s*|story\(\s*)'((?:P|B)\d+)'/g)].flatMap((
          [, id],
        ) => (id === undefined ? [] : [id])),
      ),
    ].map((id): Cover => ({ id, means: 'checker', path }))
  )

const goldenCovers = (): readonly Cover[] =>
  deviations.flatMap(({ id, family }) =>
    (id.match(idPattern) ?? []).map((it): Cover => ({ id: it, means: 'golden', path: `test/golden: ${family}` }))
  )

const allCovers = (): readonly Cover[] => [
  ...covers('test', ['packages', 'test'], isTest),
  ...checkerCovers(),
  ...covers('e2e', ['e2e'], path => path.includes('/scenarios/')),
  ...covers('conformance', ['conformance'], isTest),
  ...goldenCovers(),
]

const kinds: readonly (readonly [title: string, prefix: RegExp])[] = [
  ['Properties', /^P/],
  ['Historical bugs', /^B/],
  ['Deviations of the control flow', /^D-/],
  ['Live findings', /^L/],
  ['Deviations of API and configuration', /^C-D/],
  ['Deviations of cluster objects', /^M-D/],
]

const waitsFor = (id: string): string | undefined => Object.entries(waitingFor).find(([, ids]) => ids.includes(id))?.[0]

const fileText = ({ means, path }: Cover): string => {
  const name = path.split('/').at(-1) ?? path
  return means === 'test' ? `\`${name}\``
    : means === 'golden' ? `golden (${path.replace('test/golden: ', '')})`
    : means === 'checker' ? `checker (\`${name}\`)` : `${means} (\`${name}\`)`
}

const coverText = (own: readonly Cover[], id: string): string => {
  if (own.length > 0) return [...new Set(own.map(fileText))].join(', ')
  const what = waitsFor(id)
  return what === undefined ? '**uncovered**' : `waits for ${what}`
}

/** Ids that nothing covers and that wait for nothing. */
export const uncoveredIds = (): readonly string[] => {
  const covered = new Set(allCovers().map(({ id }) => id))
  return Object.keys(scenarioTitles).filter(id => !covered.has(id) && waitsFor(id) === undefined)
}

export const propertiesPage = (): Page => {
  const unknownWaiting = Object.values(waitingFor).flat().filter(id => !Object.hasOwn(scenarioTitles, id))
  if (unknownWaiting.length > 0) throw new Error(`scripts/docs/waiting-ids.ts: no such id: ${unknownWaiting.join(', ')}`)
  const all = allCovers()
  const byId = Map.groupBy(all, ({ id }) => id)
  const rowsOf = (prefix: RegExp): readonly (readonly string[])[] =>
    Object.entries(scenarioTitles).filter(([id]) => prefix.test(id)).map(([id, title]) => [id, title, coverText(byId.get(id) ?? [], id)])
  const count = (prefix: RegExp): readonly string[] => {
    const ids = Object.keys(scenarioTitles).filter(id => prefix.test(id))
    const waiting = ids.filter(id => !byId.has(id) && waitsFor(id) !== undefined)
    const open = ids.filter(id => !byId.has(id) && waitsFor(id) === undefined)
    return [
      String(ids.length),
      String(ids.length - waiting.length - open.length),
      String(waiting.length),
      open.length === 0 ? 'none' : open.join(', '),
    ]
  }
  return page(
    'docs/properties.md',
    'Properties and scenarios, and the tests that name them',
    `Ids are those of the documents that [vocabulary.md](vocabulary.md) describes. A test covers an id if its title, or the title of a row of its table, names it; the model checker if it holds every state of its
worlds against it; golden vectors if a deviation from the Apache operator is declared under it. Being named says that there is a test, not how much it proves: for the properties P01 to P31 see
[rely-guarantee.md](rely-guarantee.md).`,
    table(['', 'ids', 'covered', 'wait for what is not built', 'uncovered'], kinds.map(([title, prefix]) => [title, ...count(prefix)])),
    ...kinds.flatMap(([title, prefix]) => [`## ${title}`, table(['id', 'what', 'covered by'], rowsOf(prefix))]),
  )
}
