import ts from 'typescript'
import { type Meaning, type Sources, sourcesOf } from './declared-in.ts'
import type { SourceFile } from './source-files.ts'

/** Where a text appears. */
export type MessageUse = 'reason' | 'waits for' | 'continues when' | 'what to do' | 'error or finding' | 'event' | 'part'

/** One text of the code; its variable parts are in angle brackets. */
export interface MessageText {
  readonly use: MessageUse
  readonly text: string
  readonly path: string
}

/** Fields of objects and parameters of functions that hold texts for users. */
const byName: Readonly<Record<string, MessageUse>> = {
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
}

const useBy = (uses: Readonly<Record<string, MessageUse>>, name: string): MessageUse | null =>
  Object.hasOwn(uses, name) ? uses[name] ?? null : null

/** The name of a part that has none. */
const unnamed = '…'

const nameOf = (node: ts.Node): string => {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isCallExpression(node)) {
    const argument = node.arguments[0] === undefined ? unnamed : nameOf(node.arguments[0])
    return argument === unnamed ? nameOf(ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression)
      : argument
  }
  return ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isElementAccessExpression(node)
    ? nameOf(node.expression) : unnamed
}

const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)

/** What a function returns. */
const resultsOf = ({ body }: ts.FunctionLikeDeclaration): readonly ts.Expression[] => {
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const results: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) results.push(node.expression)
    if (!isFunction(node)) ts.forEachChild(node, visit)
  }
  visit(body)
  return results
}

const fixed = (text: string): string => text.replaceAll(/<[^<>]*>/g, '')

const hasWord = (text: string): boolean => /[a-z]{2}/.test(fixed(text))

/** A text for people has words beside its variable parts; names of states and reasons have none, and lines of a YAML are indented. */
const isText = (text: string): boolean => / [a-z]/.test(fixed(text)) && !text.startsWith('  ')

/** Fields whose texts other pages have: the rules of tables, fields of resources, reasons of events. */
const elsewhere: ReadonlySet<string> = new Set(['id', 'when', 'next', 'title', 'doc', 'docs'])

const isElsewhere = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) || ts.isTypeNode(node)
  || (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && elsewhere.has(node.name.text))

const isBinary = (node: ts.Node, operator: ts.SyntaxKind): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === operator

/** The expressions of which a text is one; null: it is none of several. */
const choicesOf = (node: Meaning, meaningOf: Sources['meaningOf']): readonly ts.Expression[] | null => {
  if (isFunction(node)) return resultsOf(node)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  if (isBinary(node, ts.SyntaxKind.QuestionQuestionToken)) return [node.left, node.right]
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) return [node.expression]
  if (ts.isCallExpression(node)) return /^(?:bounded|cut)/.test(nameOf(node.expression)) ? node.arguments.slice(0, 1) : null
  const table = ts.isElementAccessExpression(node) ? meaningOf(node.expression) : null
  return table === null || !ts.isObjectLiteralExpression(table) ? null
    : table.properties.flatMap(it => (ts.isPropertyAssignment(it) ? [it.initializer] : []))
}

/** More texts than these make one text of no parts: the parts are named in it, and stand by themselves. */
const most = { ofPart: 2, ofText: 4 }

/** Reads the texts that an expression can be; of what is not known its name. */
const reader = ({ meaningOf }: Sources) => {
  const textsOf = (node: Meaning, within: readonly ts.Node[] = []): readonly string[] => {
    const unknown = [`<${nameOf(node)}>`]
    if (within.includes(node)) return unknown
    const inner = (it: Meaning): readonly string[] => textsOf(it, [...within, node])
    /** As a part of a longer text. */
    const asPart = (it: ts.Expression): readonly string[] => {
      const texts = inner(it)
      return texts.length > most.ofPart || !texts.some(hasWord) && texts.length > 1 ? [`<${nameOf(it)}>`] : texts
    }
    const joined = (parts: readonly ts.Expression[], between: readonly string[]): readonly string[] => {
      const texts = parts.map(asPart)
      const isMany = texts.reduce((count, { length }) => count * length, 1) > most.ofText
      return parts.reduce<readonly string[]>((before, it, index) => {
        const next = isMany && (texts[index]?.length ?? 0) > 1 ? [`<${nameOf(it)}>`] : texts[index] ?? []
        return before.flatMap(text => next.map(more => `${text}${more}${between[index + 1] ?? ''}`))
      }, [between[0] ?? ''])
    }
    if (ts.isStringLiteralLike(node)) return [node.text]
    if (ts.isTemplateExpression(node)) {
      const { head, templateSpans } = node
      return joined(templateSpans.map(({ expression }) => expression), [head.text, ...templateSpans.map(({ literal }) => literal.text)])
    }
    if (isBinary(node, ts.SyntaxKind.PlusToken)) return joined([node.left, node.right], [])
    const choices = choicesOf(node, meaningOf)
    if (choices !== null) return choices.flatMap(inner)
    const meaning = meaningOf(ts.isCallExpression(node) ? node.expression : node)
    const texts = meaning === null ? [] : inner(meaning)
    return texts.some(hasWord) ? texts : unknown
  }
  return textsOf
}

interface Found {
  readonly use: MessageUse
  readonly of: ts.Expression
}

/** The texts that a call passes: by the names of the parameters of the function that it calls. */
const ofCall = (node: ts.CallExpression, { meaningOf }: Sources): readonly Found[] => {
  const [first, , , fourth] = node.arguments
  const called = ts.isIdentifier(node.expression) ? node.expression.text : ''
  if (called === 'event' && fourth !== undefined) return [{ use: 'event', of: fourth }]
  const use = useBy(byCall, called)
  if (use !== null) return first === undefined ? [] : [{ use, of: first }]
  const meaning = meaningOf(node.expression)
  return meaning === null || !isFunction(meaning) ? [] : meaning.parameters.flatMap(({ name }, index) => {
    const named = ts.isIdentifier(name) ? useBy(byName, name.text) : null
    const of = node.arguments[index]
    return named === null || of === undefined ? [] : [{ use: named, of }]
  })
}

const usesOf = (node: ts.Node, sources: Sources): readonly Found[] => {
  if (ts.isCallExpression(node)) return ofCall(node, sources)
  if (!(ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) || !ts.isIdentifier(node.name)) return []
  const use = useBy(byName, node.name.text)
  return use === null ? [] : [{ use, of: ts.isPropertyAssignment(node) ? node.initializer : node.name }]
}

/** Literal texts, and what is joined of them. */
const literalOf = (node: ts.Node): ts.Expression | null =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node) ? node : null

/**
 * The texts that people read, file by file, in their order. What cannot be followed to where it is shown is a part: a function returns
 * it, or joins it with others.
 */
export const messageTexts = (files: readonly SourceFile[]): readonly MessageText[] => {
  const sources = sourcesOf(files)
  const textsOf = reader(sources)
  const shown: MessageText[] = []
  const parts: MessageText[] = []
  for (const { path, tree } of sources.files) {
    const visit = (node: ts.Node, isHere: boolean): void => {
      for (const { use, of } of usesOf(node, sources)) shown.push(...textsOf(of).filter(isText).map(text => ({ use, text, path })))
      const literal = isHere ? literalOf(node) : null
      if (literal !== null) parts.push(...textsOf(literal).filter(isText).map(text => ({ use: 'part' as const, text: text.trim(), path })))
      ts.forEachChild(node, child => visit(child, isHere && !isElsewhere(child)))
    }
    visit(tree, true)
  }
  const isWithin = (part: string): boolean =>
    shown.some(({ text }) => text.includes(part)) || parts.some(({ text }) => text !== part && text.includes(part))
  return [...shown, ...parts.filter(({ text }) => !isWithin(text))]
}
