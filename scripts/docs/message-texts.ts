import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** Where a text appears. */
export type MessageUse = 'reason' | 'waits for' | 'continues when' | 'what to do' | 'error or finding' | 'event'

/** One text of the code; its variable parts are in angle brackets. */
export interface MessageText {
  readonly use: MessageUse
  readonly text: string
  readonly path: string
}

/** Fields of object literals that hold texts for users. */
const byField: Readonly<Record<string, MessageUse>> = {
  reason: 'reason',
  why: 'reason',
  waitingFor: 'waits for',
  remedy: 'what to do',
  message: 'error or finding',
}

/** Functions whose first argument is such a text. */
const byCall: Readonly<Record<string, MessageUse>> = {
  person: 'continues when',
  cluster: 'continues when',
  operator: 'continues when',
  contradictedState: 'reason',
  unsettled: 'reason',
  nothing: 'reason',
  notDue: 'reason',
  due: 'reason',
}

const nameOf = (node: ts.Node): string => {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isCallExpression(node)) return node.arguments[0] === undefined ? nameOf(node.expression) : nameOf(node.arguments[0])
  return ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) ? nameOf(node.expression) : '…'
}

/** The texts that an expression can be: of a condition both, of a template its variable parts as `<name>`. */
const textsOf = (node: ts.Expression): readonly string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ expression, literal }) => `<${nameOf(expression)}>${literal.text}`).join('')]
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return textsOf(node.body)
  if (ts.isCallExpression(node) && node.arguments[0] !== undefined)
    return /^(?:bounded|cut)/.test(nameOf(node.expression)) ? textsOf(node.arguments[0]) : []
  if (!ts.isBinaryExpression(node)) return []
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return textsOf(node.right)
  return textsOf(node.left).flatMap(left => textsOf(node.right).map(right => left + right))
}

const useOf = (node: ts.Node): { readonly use: MessageUse; readonly of: ts.Expression } | null => {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
    const use = Object.hasOwn(byField, node.name.text) ? byField[node.name.text] : undefined
    return use === undefined ? null : { use, of: node.initializer }
  }
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return null
  const { text } = node.expression
  const [first, , , fourth] = node.arguments
  if (text === 'event' && fourth !== undefined) return { use: 'event', of: fourth }
  const use = Object.hasOwn(byCall, text) ? byCall[text] : undefined
  return use === undefined || first === undefined ? null : { use, of: first }
}

/** A text for people has words; names of states and reasons have none. */
const isText = (text: string): boolean => / [a-z]/.test(text)

/** The texts of one file that people read, in their order. Those that a function puts together are found as far as it is an expression. */
export const messageTexts = ({ path, text }: SourceFile): readonly MessageText[] => {
  const found: MessageText[] = []
  const visit = (node: ts.Node): void => {
    const use = useOf(node)
    if (use !== null) found.push(...textsOf(use.of).filter(isText).map(it => ({ use: use.use, text: it, path })))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}
