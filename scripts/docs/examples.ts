/** `examples/`, and docs/getting-started/examples.md, which is made of the head comments. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { code, type Page, page, table } from './markdown.ts'
import { root } from './source-files.ts'

/** A file of `examples/` whose head comment says how it is applied. */
export interface Example {
  /** From the root of the repository. */
  readonly path: string
  /** What it is about, as the comment begins. */
  readonly title: string
  /** What it shows: the first sentence after the title. */
  readonly shows: string
  /** The commands of the comment, in order. */
  readonly commands: readonly string[]
  /** The paragraphs of the comment. */
  readonly paragraphs: readonly string[]
}

/** The comment lines before the first line of YAML, without their signs. */
const headOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines.slice(0, lines.findIndex(line => !line.startsWith('#'))).map(line => line.slice(1).replace(/^ /, ''))
}

const exampleOf = (path: string): readonly Example[] => {
  const lines = headOf(readFileSync(join(root, path), 'utf8'))
  const commands = lines.filter(line => line.startsWith('  ')).map(line => line.trim())
  if (commands.length === 0) return []
  const paragraphs = lines.filter(line => !line.startsWith('  ')).join('\n').split(/\n\n+/).map(it => it.replaceAll('\n', ' ').trim())
  const [, title = '', shows = ''] = /^([^:]+): (.*?\.)(?: |$)/.exec(paragraphs[0] ?? '') ?? []
  return [{ path, title, shows, commands, paragraphs }]
}

export const examples = (): readonly Example[] => globSync('examples/**/*.yaml', { cwd: root }).sort().flatMap(exampleOf)

const firstLetterBig = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isAlone = ({ path }: Example): boolean => dirname(path) === 'examples'

const tableOf = (list: readonly Example[]): string =>
  table(
    ['example', 'what it shows', 'where'],
    list.map(it => [`[${it.title}](../../${it.path})`, firstLetterBig(it.shows), code(isAlone(it) ? it.path : dirname(it.path))]),
  )

export const examplesPage = (): Page =>
  page(
    'docs/getting-started/examples.md',
    'Examples',
    'Each file begins with a comment: what it shows, the commands, what you will see, and what to change. The commands are for a checkout of this repository, and for a cluster with the operator: [the sandbox](first-job.md), [kind](kind.md), [minikube](minikube.md) or [a real one](../install.md).',
    'A test runs the commands in the sandbox, and each job becomes ready there. The sandbox runs no images: those of the folders with a `Dockerfile` are for you to build, and were not tried on a real cluster.',
    '## One job, one file',
    tableOf(examples().filter(isAlone)),
    '## By what you look for',
    tableOf(examples().filter(it => !isAlone(it))),
    'Also: [a plugin](../../examples/plugins/platform-rules.mjs) with rules of your own ([plugins](../plugins.md)), [a day of load](../../examples/autoscaler/day.yaml) for the [autoscaler](../autoscaler.md), and [a policy of your own](../../examples/check-own-policy.mjs) for the [model checker](../model-checker.md).',
  )
