import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../../scripts/docs/source-files.ts'
import { dialect, type DialectWord } from './dialect.ts'

/** `isInOtherLife` → `is in other life` */
const wordsOf = (text: string): string =>
  text.replace(/([a-z0-9])([A-Z])/gu, '$1 $2').replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2').replace(/[^A-Za-z]+/gu, ' ').toLowerCase()

const patterns = dialect.map(it => ({ it, pattern: new RegExp(String.raw`\b(?:${it.word})\b`, 'u') }))

const dialectIn = (text: string, kind: DialectWord['in']): readonly DialectWord[] => {
  const words = wordsOf(text)
  return patterns.filter(({ it, pattern }) =>
    (kind === 'Names' || it.in === 'NamesAndMessages') && pattern.test(it.except === undefined ? words : words.replaceAll(it.except, ''))
  ).map(({ it }) => it)
}

/** A name where it is declared; whoever imports it has it from there. */
const declaredName = (node: ts.Node): string | null => {
  const isDeclaration = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
    || ts.isFunctionDeclaration(node)
    || ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node)
    || ts.isMethodSignature(node) || ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : null
}

/** A text with a blank in it is for people; one without is a tag, a key or an id. */
const message = (node: ts.Node): string | null =>
  (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    && node.text.includes(' ')
    ? node.text : null

interface Said {
  readonly line: number
  readonly text: string
  readonly in: DialectWord['in']
}

const saidIn = (path: string, text: string): readonly Said[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const said: Said[] = []
  const visit = (node: ts.Node): void => {
    const [name, words] = [declaredName(node), message(node)]
    const line = (): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    if (name !== null) said.push({ line: line(), text: name, in: 'Names' })
    if (words !== null) said.push({ line: line(), text: words, in: 'NamesAndMessages' })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return said
}

const dialectOf = (path: string, said: readonly Said[]): readonly string[] =>
  said.flatMap(({ line, text, in: kind }) =>
    dialectIn(text, kind).map(({ word, instead }) => `${path}:${line} "${text}" has a word of "${word}"; say: ${instead}`)
  )

const isOurs = (path: string): boolean => /^packages\/[^/]+\/src\//u.test(path) && !/\.test(?:-d)?\.ts$/u.test(path)

describe('net: names and messages are in the words of Kubernetes and Flink (test/nets/dialect.ts)', () => {
  const all = sourceFiles(['packages'], isOurs).map(({ path, text }) => ({ path, said: saidIn(path, text) }))

  test('no name is declared and no message written in a word that this project had for itself', () => {
    expect(all.flatMap(({ path, said }) => dialectOf(path, said))).toEqual([])
  })

  test('names and messages are found', () => {
    const names = all.flatMap(({ said }) => said.filter(it => it.in === 'Names').map(({ text }) => text))
    expect(['clusterTable', 'JobHost', 'incarnation', 'cancelBeforeRedeploy'].filter(name => !names.includes(name))).toEqual([])
    expect(all.flatMap(({ said }) => said).filter(it => it.in === 'NamesAndMessages').length).toBeGreaterThan(1_000)
  })

  const instead = (word: string): string => dialect.find(it => it.word.split('|').includes(word))!.instead

  test.each([
    ['export const isInOtherLife = true', 'isInOtherLife', 'life'],
    ['interface A { readonly ground: string }', 'ground', 'ground'],
    ['const decide = ({ wayIn }: Round) => null', 'wayIn', 'way in'],
    ["throw wait('the way in is lost')", 'the way in is lost', 'way in'],
    ['const text = `${name} is no way in`', ' is no way in', 'way in'],
  ])('it tells %s', (code, text, word) => {
    const [found, ...others] = dialectOf('a.ts', saidIn('a.ts', `\n${code}`))
    expect(found).toContain(`a.ts:2 "${text}"`)
    expect(found).toContain(instead(word))
    expect(others).toEqual([])
  })

  test('a part of a word, a term of the field and a tag are none of it', () => {
    const code = "const lifetime = halfLife\nconst backgroundPort = 'way-in'\nconst halfLife = 1\nconst livesOn = 'the life of a resource'"
    expect(dialectOf('a.ts', saidIn('a.ts', code)).map(it => it.split(' ')[1])).toEqual(['"livesOn"'])
  })
})
