/** Links of Markdown pages, and whether they lead somewhere: to a file of this repository, and to a heading in it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'

type Token = ReturnType<MarkdownIt['parse']>[number]

const markdown = new MarkdownIt({ html: true })

const within = (tokens: readonly Token[]): readonly Token[] => tokens.flatMap(token => [token, ...within(token.children ?? [])])

/** Where a page may be jumped to, as GitHub names its headings, and what it names itself. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const slugger = new GithubSlugger()
  const tokens = markdown.parse(text, {})
  const headings = tokens.flatMap((token, index) =>
    token.type !== 'heading_open' ? []
      : [slugger.slug(within(tokens[index + 1]?.children ?? []).map(({ type, content }) => type === 'html_inline' ? '' : content).join(''))]
  )
  const named = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].flatMap(([, name]) => name ?? [])
  return new Set([...headings, ...named])
}

/** Targets of links and pictures, without those to other places of the web. */
export const linksOf = (text: string): readonly string[] =>
  within(markdown.parse(text, {})).flatMap(token => token.attrGet('href') ?? token.attrGet('src') ?? [])
    .filter(target => !/^[a-z][a-z0-9+.-]*:/i.test(target))

export interface DeadLink {
  readonly page: string
  readonly target: string
  readonly why: 'no such file' | 'no such heading'
}

/** The links of pages that lead nowhere. `pages`: paths from `root`. */
export const deadLinks = (root: string, pages: readonly string[]): readonly DeadLink[] => {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsAt = (path: string): ReadonlySet<string> => {
    const known = anchors.get(path) ?? anchorsOf(readFileSync(path, 'utf8'))
    anchors.set(path, known)
    return known
  }
  return pages.flatMap(page =>
    linksOf(readFileSync(join(root, page), 'utf8')).flatMap((target): readonly DeadLink[] => {
      const [path = '', anchor = ''] = target.split('#').map(decodeURIComponent)
      const file = path === '' ? join(root, page) : join(root, dirname(page), path)
      if (!existsSync(file) || relative(root, file).startsWith('..')) return [{ page, target, why: 'no such file' }]
      if (anchor === '' || !file.endsWith('.md') || statSync(file).isDirectory()) return []
      return anchorsAt(file).has(anchor) ? [] : [{ page, target, why: 'no such heading' }]
    })
  )
}
