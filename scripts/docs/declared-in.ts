import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** What a name means: an expression, or a function. */
export type Meaning = ts.Expression | ts.FunctionDeclaration

export interface Sources {
  readonly files: readonly { readonly path: string; readonly tree: ts.SourceFile }[]
  /** What a name, or a member of a table or of an imported file, means where it is used; null: a parameter, or not known. */
  readonly meaningOf: (node: ts.Node) => Meaning | null
}

type Declared = readonly (readonly [name: string, meaning: Meaning | null])[]

const boundBy = (name: ts.BindingName): Declared =>
  ts.isIdentifier(name) ? [[name.text, null]] : name.elements.flatMap(it => (ts.isOmittedExpression(it) ? [] : boundBy(it.name)))

/** The names that a statement declares. */
const ofStatement = (node: ts.Node): Declared => {
  if (ts.isFunctionDeclaration(node) && node.name !== undefined) return [[node.name.text, node]]
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) ? [[name.text, initializer ?? null]] as const : boundBy(name)
  )
}

/** The names that are declared directly in a block, or as parameters. */
const declaredIn = (node: ts.Node): Declared => {
  if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseClause(node)) return node.statements.flatMap(ofStatement)
  return ts.isFunctionLike(node) ? node.parameters.flatMap(({ name }) => boundBy(name)) : []
}

const memberOf = (table: Meaning, name: string): Meaning | null => {
  const literal = ts.isAsExpression(table) ? table.expression : table
  if (!ts.isObjectLiteralExpression(literal)) return null
  const member = literal.properties.find(it => it.name !== undefined && ts.isIdentifier(it.name) && it.name.text === name)
  return member !== undefined && ts.isPropertyAssignment(member) ? member.initializer : null
}

/** Is it a whole file: `import * as name`? */
const isNamespace = (name: ts.Identifier): boolean =>
  name.getSourceFile().statements.some(it =>
    ts.isImportDeclaration(it) && it.importClause?.namedBindings !== undefined && ts.isNamespaceImport(it.importClause.namedBindings)
    && it.importClause.namedBindings.name.text === name.text
  )

/** Reads files whose names refer to each other. An imported name means what the only file says that declares it at its top. */
export const sourcesOf = (files: readonly SourceFile[]): Sources => {
  const trees = files.map(({ path, text }) => ({ path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }))
  const byScope = new Map<ts.Node, ReadonlyMap<string, Meaning | null>>()
  const scope = (node: ts.Node): ReadonlyMap<string, Meaning | null> => {
    const known = byScope.get(node) ?? new Map(declaredIn(node))
    byScope.set(node, known)
    return known
  }
  const imported = new Map<string, Meaning | null>()
  for (const { tree } of trees)
    for (const [name, meaning] of scope(tree)) imported.set(name, imported.has(name) ? null : meaning)
  const declared = (name: ts.Identifier): Meaning | null | undefined => {
    for (let node = name.parent;; node = node.parent) {
      const found = scope(node).get(name.text)
      if (found !== undefined || ts.isSourceFile(node)) return found
    }
  }
  const meaningOf = (node: ts.Node): Meaning | null => {
    if (ts.isIdentifier(node)) {
      const found = declared(node)
      return found === undefined ? imported.get(node.text) ?? null : found
    }
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return null
    const { expression: table, name } = node
    if (isNamespace(table)) return imported.get(name.text) ?? null
    const meaning = meaningOf(table)
    return meaning === null ? null : memberOf(meaning, name.text)
  }
  return { files: trees, meaningOf }
}
