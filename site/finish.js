/** What the site has beside its pages, and whether everything that it links to is there. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildPlanner } from '../scripts/planner.ts'
import { chapters, contributorChapters, moved } from './chapters.ts'
import { indexSite } from './search.js'

const root = join(import.meta.dirname, '..')

/** Pages that only the operator serves: they name its paths. */
const servedByOperator = ['planner/live.html', 'planner/fleet.html']

const idsOf = html => new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id))
const linksOf = html => [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, to]) => to.replaceAll('&amp;', '&')).filter(to => !/^[a-z][a-z0-9+.-]*:/i.test(to))

/** Links of the site that lead nowhere: `page → target`. */
export const deadOnSite = output => {
  const pages = globSync('**/*.html', { cwd: output }).filter(page => !servedByOperator.includes(page))
  const texts = new Map(pages.map(page => [page, readFileSync(join(output, page), 'utf8')]))
  const ids = new Map([...texts].map(([page, html]) => [page, idsOf(html)]))
  return pages.flatMap(page =>
    linksOf(texts.get(page)).filter(to => {
      const [path = '', hash = ''] = to.split('#').map(decodeURIComponent)
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(output, file)) || statSync(join(output, file)).isDirectory()) return true
      return hash !== '' && file.endsWith('.html') && ids.get(file)?.has(hash) !== true
    }).map(to => `${page} → ${to}`)
  )
}

/** Pages that no chapter names and no page links to. */
const unreachable = output => {
  const pages = globSync('**/*.html', { cwd: output }).filter(page => !page.startsWith('planner/'))
  const linked = new Set([
    ...moved,
    ...[...chapters, ...contributorChapters].flatMap(({ pages: named }) => named.map(([path]) => path)),
    ...pages.flatMap(page => linksOf(readFileSync(join(output, page), 'utf8')).map(to => join(dirname(page), to.split('#')[0] ?? ''))),
  ])
  return pages.filter(page => !linked.has(page))
}

export const finish = async (output, copied) => {
  await buildPlanner(join(output, 'planner'))
  for (const file of copied) {
    const to = join(output, 'files', `${file}.txt`)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(root, file), to)
  }
  const search = await indexSite(output)
  const dead = deadOnSite(output)
  const alone = unreachable(output)
  if (dead.length + alone.length > 0)
    throw new Error([...dead.map(it => `dead link: ${it}`), ...alone.map(it => `no page leads to ${it}`)].join('\n'))
  console.log(`site: ${relative(root, join(root, output))}: ${globSync('**/*.html', { cwd: output }).length} pages, no dead link, ${search}`)
}
