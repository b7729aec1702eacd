import ts from 'typescript'
import { applicationRules } from '../../packages/lyft/src/validation/validate-application.ts'
import { specBounds } from '../../packages/core/src/crd/spec-bounds.ts'
import { mostFindings, type RuleRow } from '../../packages/core/src/spec/validation/rule.ts'
import { flinkDeploymentRules } from '../../packages/core/src/spec/validation/validate-flink-deployment.ts'
import { code, page, table, type Page } from './markdown.ts'
import { isTest, sourceFiles } from './source-files.ts'

interface Message {
  readonly severity: 'Error' | 'Advice'
  readonly text: string
}

/** What a function tells, and which other functions it calls. */
interface Reported {
  readonly messages: readonly Message[]
  readonly calls: readonly string[]
}

const tellers: Readonly<Record<string, readonly [severity: Message['severity'], argument: number]>> = {
  error: ['Error', 1],
  errorIf: ['Error', 2],
  advice: ['Advice', 1],
  adviceIf: ['Advice', 2],
}

/** A text of the source for people: what is filled in stands in angle brackets. Null: it is no text. */
const textOf = (node: ts.Expression | undefined): string | null => {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return `${textOf(node.left) ?? ''}${textOf(node.right) ?? ''}`
  if (!ts.isTemplateExpression(node)) return null
  const name = (expression: ts.Expression): string => (/(\w+)\W*$/.exec(expression.getText())?.[1] ?? 'value')
  return node.head.text + node.templateSpans.map(({ expression, literal }) => `<${name(expression)}>${literal.text}`).join('')
}

const reportedBy = (root: ts.Node): Reported => {
  const messages: Message[] = []
  const calls: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) calls.push(node.text)
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const teller = tellers[node.expression.text]
      const text = teller === undefined ? null : textOf(node.arguments[teller[1]])
      if (teller !== undefined && text !== null) messages.push({ severity: teller[0], text })
    }
    ts.forEachChild(node, visit)
  }
  visit(root)
  return { messages, calls }
}

const parsed = (text: string): ts.SourceFile => ts.createSourceFile('rule.ts', text, ts.ScriptTarget.Latest, true)

/** Every constant of a folder of rules, by its name. */
const constants = (folder: string): ReadonlyMap<string, Reported> =>
  new Map(
    sourceFiles([folder], path => !isTest(path)).flatMap(({ text }) =>
      parsed(text).statements.filter(ts.isVariableStatement).flatMap(statement =>
        statement.declarationList.declarations.map((it): readonly [string, Reported] => [it.name.getText(), reportedBy(it)])
      )
    ),
  )

const messagesOf = (names: readonly string[], known: ReadonlyMap<string, Reported>, seen: Set<string>): readonly Message[] =>
  names.flatMap(name => {
    const reported = known.get(name)
    if (reported === undefined || seen.has(name) || Object.hasOwn(tellers, name)) return []
    seen.add(name)
    return [...reported.messages, ...messagesOf(reported.calls, known, seen)]
  })

const unreadable = "Could not parse value '<found>' for key '<key>'."

const rulesTable = <Input>(rules: readonly RuleRow<Input>[], folder: string): string => {
  const known = constants(folder)
  const rows = rules.map(({ id, rule }) => {
    const own = reportedBy(parsed(`(${rule.toString()})`))
    const messages = [...own.messages, ...messagesOf([rule.name, ...own.calls], known, new Set())]
    const texts = [...new Set(messages.map(({ severity, text }) => (severity === 'Advice' ? `*advice:* ${text}` : text)))]
    return [
      id,
      code(rule.name === 'rule' ? (own.calls.find(name => known.has(name)) ?? rule.name) : rule.name),
      texts.length === 0 ? 'in the words of what was found' : texts.join('<br>'),
    ]
  })
  return table(['id', 'rule', 'message'], rows.map(row => row.map(text => text.replaceAll(/<(?!br>)/g, '&lt;'))))
}

export const validationPage = (): Page =>
  page(
    'docs/reference/validation.md',
    'Validation',
    `Every rule is evaluated; the first error is the one that \`status.error\` and the event \`ValidationError\` tell, and \`flink-operator plan\` shows all of them. With an error the spec is not followed:
what runs goes on being looked after as the last good spec says. Advice changes nothing.

Rows with a number are the Apache operator's rules, with its texts; C-D.. are deviations from it, A17 is advice of this operator. What is filled in stands in angle brackets. A value of an option that does not parse
is told as \`${unreadable}\`

Where no rule finds an error, every object that a deploy of the spec would create is rendered, with the longest restore path and ids that it may be begun with, and looked at as an API server would: names, labels, ports, quantities,
pod templates, sizes; in native mode the pod that Flink makes of the same configuration, too. What can't be made is an error like any other, told with the key or the place in the object, what was found and what is allowed: no
job is stopped for it. Only what depends on the cluster (quotas, admission webhooks, images and Secrets that are not there) shows when the objects are created.`,
    rulesTable(flinkDeploymentRules, 'packages/core/src/spec/validation'),
    `## How large a spec may be

The operator counts a spec of any kind before it reads it. It does not follow a spec that is larger: what runs goes on as the last good spec says, and the condition, the event and \`status.error\` name the field, what was found and what is
allowed. At most ${String(mostFindings)} findings are told of one spec, and how many more there are.`,
    table(
      ['at most', 'what', 'why that is enough'],
      Object.values(specBounds).map(({ most, unit, why }) => [most.toLocaleString('en'), unit, why]),
    ),
    `## A FlinkApplication

Lyft's operator validates nothing. Ids are defects of it (LD) that a rule answers, properties (P), or sections of lyft-flinkapplication.md. Here, too, every object of a cluster is rendered and looked at as an API server would.`,
    rulesTable(applicationRules, 'packages/lyft/src/validation'),
  )
