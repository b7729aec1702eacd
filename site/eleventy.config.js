/** The site: docs/ as pages, by Eleventy. `npm run site` writes dist/site, with the planner in it, and fails at a dead link. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { audienceOf, chapterOf, chapters, contributorChapters, moved } from './chapters.ts'

const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')

/** Where a page is on the site: its address from the root. */
const pathOf = url => url.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html')

/** The page with a list of its sections below its title, if it has several; closed where the screen is narrow. */
const withContents = html => {
  const sections = [...html.matchAll(/<h2 id="([^"]+)"[^>]*>([\s\S]*?)<\/h2>/g)].map(([, id, title]) =>
    `<li><a href="#${id}">${title.replace(/<[^>]+>/g, '')}</a></li>`
  )
  const list = `<details class="sections" data-pagefind-ignore open><summary>On this page</summary><ul>${sections.join('')}</ul></details>`
  const close = `<script>if (matchMedia('(max-width: 56rem)').matches) document.querySelector('.sections').open = false</script>`
  return sections.length < 3 ? html : html.replace('</h1>', () => `</h1>\n${list}${close}`)
}

/** How far up the root of the site is, from a page of it. */
const upFrom = page => relative(dirname(page), '.') || '.'

/** Where a link of a page leads on the site: a page to its HTML, any other file of the repository to its text below `files/`. */
const onSite = (page, href, copied) => {
  if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return href
  const [path, hash] = href.split('#')
  const file = join(docs, dirname(page), decodeURIComponent(path))
  const suffix = hash === undefined ? '' : `#${hash}`
  const inDocs = relative(docs, file)
  if (!inDocs.startsWith('..') && file.endsWith('.md')) return `${path.replace(/\.md$/, '.html')}${suffix}`
  if (!existsSync(file) || statSync(file).isDirectory()) return null
  const inRepository = relative(root, file)
  copied.add(inRepository)
  return `${upFrom(page)}/files/${inRepository}.txt`
}

const markdown = copied => {
  const made = new MarkdownIt({ html: true }).use(anchor, {
    slugify: text => new GithubSlugger().slug(text),
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
  })
  const open = made.renderer.rules.link_open ?? ((tokens, index, options, _, self) => self.renderToken(tokens, index, options))
  made.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href')
    const to = href === null ? null : onSite(relative(docs, join(root, env.page.inputPath)), href, copied)
    // a folder of the repository has no page
    if (to === null) tokens[index].attrs = (tokens[index].attrs ?? []).filter(([name]) => name !== 'href')
    else tokens[index].attrSet('href', to)
    return open(tokens, index, options, env, self)
  }
  // a table that is wider than its page scrolls by itself, also by keyboard
  made.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n'
  made.renderer.rules.table_close = () => '</table></div>\n'
  // so does a long line of code
  const fence = made.renderer.rules.fence
  made.renderer.rules.fence = (...given) => fence(...given).replace(/^<pre>/, '<pre tabindex="0">')
  return made
}

export default function(config) {
  const copied = new Set()
  config.setLibrary('md', markdown(copied))
  config.addPassthroughCopy({ 'site/site.css': 'site.css', 'site/search-box.js': 'search-box.js', 'site/moved.js': 'moved.js', 'docs/pictures': 'pictures' })
  config.addGlobalData('layout', 'page.liquid')
  config.addGlobalData('permalink', () => data => `${data.page.filePathStem.replace(/^\/docs/, '')}.html`)
  config.addGlobalData('chapters', () => chapters)
  config.addGlobalData('contributorChapters', () => contributorChapters)
  config.addFilter('up', url => upFrom(pathOf(url)))
  config.addFilter('pathOf', pathOf)
  config.addFilter('withContents', withContents)
  config.addFilter('audienceOf', url => audienceOf(pathOf(url)))
  config.addFilter('chapterOf', url => chapterOf(pathOf(url)))
  config.addFilter('isForContributors', url => audienceOf(pathOf(url)) === 'contributors' && !moved.includes(pathOf(url)))
  // whoever searches for a reason means its row
  config.addFilter('isOfReasons', url => pathOf(url) === 'troubleshooting/reasons.html')
  config.addFilter('isMoved', url => moved.includes(pathOf(url)))
  config.addFilter('titleOf', html => /<h1[^>]*>(?:<a[^>]*>)?([\s\S]*?)(?:<\/a>)?<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '') ?? 'Flink operator')
  config.on('eleventy.after', async ({ directories }) => {
    const { finish } = await import('./finish.js')
    await finish(directories.output, [...copied])
  })
  return {
    dir: { input: 'docs', includes: '../site/_includes', output: 'dist/site' },
    templateFormats: ['md'],
    // `{{name}}` in a page is a template of Ingress, not of ours
    markdownTemplateEngine: false,
  }
}
