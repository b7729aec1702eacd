import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import type { Tried } from './slow-texts.ts'
import { operatorOptions } from '../../packages/core/src/options/operator-options.ts'
import { optionTable } from '../../packages/core/src/options/option-table.ts'
import { environment } from '../../packages/core/fixtures/environment.ts'

const root = join(import.meta.dirname, '../..')
const packages = join(root, 'packages')
const core = join(packages, 'core')

/** Makes an argument that holds this text. */
type Shape = (text: string) => unknown

/** Values that are no texts of other people. */
const fixed: Readonly<Record<string, Shape>> = {
  Env: () => environment(),
  OperatorOptions: () => operatorOptions({}).options,
  ErrorOptions: () => operatorOptions({}).options,
  ConfigOption: () => optionTable.reconcileInterval,
  OperatorOption: () => optionTable.reconcileInterval,
}

/** Down to here lists and maps have many entries; what is deeper has one. */
const outer = 2
/** So deep is a value made of its type; what is deeper is null. */
const deepest = 5

/** `many`: lists and maps hold pieces of the text, as many as it has room for; else the text whole. */
const pieces = (text: string, many: boolean): readonly string[] =>
  many ? Array.from({ length: Math.min(8_192, Math.ceil(text.length / 8)) }, (_, at) => text.slice(at * 8, at * 8 + 8)) : [text]

interface Shaper {
  readonly checker: ts.TypeChecker
  readonly many: boolean
  /** What was met: texts, and lists or maps of them. */
  readonly met: Set<'Text' | 'Many'>
}

const isNothing = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0

const ofMembers = (shaper: Shaper, type: ts.Type, depth: number): Shape => {
  const members = shaper.checker.getPropertiesOfType(type).map(member =>
    [member.name, shapeOf(shaper, shaper.checker.getTypeOfSymbol(member), depth + 1)] as const
  )
  const index = shaper.checker.getIndexInfoOfType(type, ts.IndexKind.String)
  const inner = index === undefined ? null : shapeOf(shaper, index.type, depth + 1)
  const isMany = shaper.many && depth < outer
  if (index !== undefined) shaper.met.add('Text').add(depth < outer ? 'Many' : 'Text')
  return text => ({
    ...Object.fromEntries(members.map(([name, shape]) => [name, shape(text)])),
    ...(inner === null ? {}
      : Object.fromEntries(pieces(text, isMany).map((piece, at) => [isMany ? `${at}.${piece}` : piece, inner(piece)]))),
  })
}

const shapeOf = (shaper: Shaper, type: ts.Type, depth: number): Shape => {
  const { checker } = shaper
  const many = shaper.many && depth < outer
  const name = type.aliasSymbol?.name ?? type.symbol?.name ?? ''
  if (Object.hasOwn(fixed, name)) return fixed[name] ?? (() => null)
  if (type.isStringLiteral() || type.isNumberLiteral()) return () => type.value
  if ((type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0) {
    shaper.met.add('Text')
    return text => text
  }
  if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return () => 1
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return () => false
  if (type.isUnion()) {
    const members = type.types.filter(member => !isNothing(member))
    const chosen = members.find(member => (member.flags & ts.TypeFlags.String) !== 0) ?? members[0]
    return chosen === undefined ? () => null : shapeOf(shaper, chosen, depth)
  }
  if (depth > deepest || isNothing(type)) return () => null
  if (type.isIntersection()) return ofMembers(shaper, type, depth)
  const [signature] = type.getCallSignatures()
  if (signature !== undefined) {
    const answer = shapeOf(shaper, signature.getReturnType(), depth + 1)
    // a short answer: with a long one the result alone would be as long as a square
    return () => () => answer('x')
  }
  if (checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference).map(item => shapeOf(shaper, item, depth + 1))
    return text => items.map(item => item(text))
  }
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference)
    const inner = item === undefined ? (text: string) => text : shapeOf(shaper, item, depth + 1)
    if (depth < outer) shaper.met.add('Many')
    return text => pieces(text, many).map(piece => inner(piece))
  }
  if (name === 'Set' || name === 'ReadonlySet') return text => new Set(pieces(text, many))
  if (name === 'Map' || name === 'ReadonlyMap') return text => new Map(pieces(text, many).map(piece => [piece, piece]))
  if (name === 'Uint8Array') return text => new TextEncoder().encode(text)
  return ofMembers(shaper, type, depth)
}

/** A function that answers a function is asked again, so that both see the text. */
const applied = (value: unknown, given: readonly (readonly unknown[])[]): unknown =>
  given.reduce<unknown>(
    (before, values) => (typeof before === 'function' ? (before as (...each: readonly unknown[]) => unknown)(...values) : before),
    value,
  )

const signaturesOf = (type: ts.Type): readonly ts.Signature[] => {
  const [signature] = type.getCallSignatures()
  return signature === undefined ? [] : [signature, ...signaturesOf(signature.getReturnType())]
}

const program = (files: readonly string[]): ts.Program => {
  const read = ts.readConfigFile(join(core, 'tsconfig.json'), path => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, core)
  return ts.createProgram([...files], { ...options, noEmit: true, composite: false, incremental: false })
}

/** Of every file of the pure packages, and of what reads files for a plan, each exported function: a new one is tried by itself. */
export const textFunctions = async (
  pattern = 'packages/{core/src,lyft/src,simulation/plan/input,simulation/plan/words,high-availability/src}/**/*.ts',
): Promise<readonly Tried[]> => {
  const files = globSync(pattern, { cwd: root }).filter(file => !file.includes('.test.')).sort().map(file => join(root, file))
  const built = program(files)
  const checker = built.getTypeChecker()
  const found: Tried[] = []
  for (const file of files) {
    const source = built.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) continue
    const values = (await import(file)) as Readonly<Record<string, unknown>>
    for (const exported of checker.getExportsOfModule(module)) {
      const value = values[exported.name]
      // what is exported again is tried where it is written
      if (typeof value !== 'function' || (exported.flags & ts.SymbolFlags.Alias) !== 0) continue
      const signatures = signaturesOf(checker.getTypeOfSymbol(exported))
      for (const many of [false, true]) {
        const met = new Set<'Text' | 'Many'>()
        const shapes = signatures.map(({ parameters }) =>
          parameters.map(parameter => shapeOf({ checker, many, met }, checker.getTypeOfSymbol(parameter), 0))
        )
        const name = `${relative(packages, file)} ${exported.name}${many ? ' (many)' : ''}`
        if (met.has('Text') && (!many || met.has('Many')))
          found.push({
            name,
            prepared: text => {
              const given = shapes.map(each => each.map(shape => shape(text)))
              return () => applied(value, given)
            },
          })
      }
    }
  }
  return found
}
