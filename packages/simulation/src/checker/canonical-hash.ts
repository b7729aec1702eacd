import { byIdentity } from './by-identity.ts'
import type { Horizons } from './hashed-fields.ts'
import { type Field, hashedFields, Hole } from './field-holes.ts'
import { literals, nameOfCheckpoint } from './hash-literals.ts'
import { idNames } from './id-names.ts'
import { firstSeed, mixFirst, mixSecond, secondSeed } from './word-mix.ts'

/**
 * Computes the canonical hash of plain values: states with equal hashes behave alike. The hash replaces everything that can't influence a
 * decision, or influences it only by comparison with values of the same kind.
 *
 * | value | replaced by |
 * |---|---|
 * | uids, versions, minted ids, paths of savepoints and checkpoints | their rank by first appearance |
 * | moments that are compared with now | how far from now, in seconds, clamped by field |
 * | moments that are only compared with each other for equality | their rank by first appearance |
 * | moments that nothing compares | nothing, unless the world's `horizons` name the field: then they are compared with now |
 * | numbers that nothing reads | nothing, unless the world's `horizons` name the field |
 * | attempts | how many attempts ago it was |
 * | failures of a FlinkStateSnapshot | whether any exist |
 * | ghost progress | its rank |
 *
 * Objects are immutable, so the template of each is computed once and cached with it.
 */
export interface CanonicalHash {
  /** Starts a new hash: no id has a name yet. */
  readonly begin: (base: HashBase) => void
  /** Continues with another resource, which has its own attempts and progress. */
  readonly rebase: (attempts: number, progress: readonly number[]) => void
  readonly word: (word: number) => void
  readonly value: (value: object) => void
  /** Hashes a list whose elements keep their identity while the list changes. */
  readonly values: (list: readonly object[]) => void
  /** Hashes a value exactly, without replacements. */
  readonly exact: (value: object) => void
  /** Hashes an object exactly that is created each time, while its parts often keep their identity. */
  readonly exactParts: (parts: object) => void
  /** Hashes the name of a field. */
  readonly field: (key: string) => void
  /** Hashes an id as its name, i.e. its rank by first appearance. */
  readonly name: (id: string) => void
  /** Was the id named since `begin`? */
  readonly isNamed: (id: string) => boolean
  readonly first: () => number
  readonly second: () => number
}

export interface HashBase {
  readonly now: number
  /** The highest attempt so far. */
  readonly attempts: number
  /** Progress values that occur, in ascending order. */
  readonly progress: readonly number[]
}

/**
 * The template of a value: two hashes of the fixed part, and the replaced parts in order, as pairs of kind and content. Also two
 * hashes of the value before replacement.
 */
interface Template {
  readonly first: number
  readonly second: number
  readonly replacedFirst: number
  readonly replacedSecond: number
  readonly holes: readonly number[]
}

/** Words that mark the beginning of a part. */
const Tag = { Nothing: 1, False: 2, True: 3, Number: 4, Text: 5, Hole: 6, Value: 7, List: 8, Object: 9, End: 10, Name: 11 } as const

const element: Field = { word: 0, kind: 'Plain', time: Hole.Time, isFar: false, isKept: false }

const isMoment = (value: number): boolean => value > 1_600_000_000_000 && value < 2_000_000_000_000
const noHoles: readonly number[] = []

export const canonicalHash = (horizons: Horizons = {}): CanonicalHash => {
  const templates = byIdentity<object, Template>()
  const { fieldOf, limits } = hashedFields(horizons)
  const { literalOf, idNumber } = literals(horizons)
  const names = idNames()
  let base: HashBase = { now: 0, attempts: 0, progress: [] }
  let first = 0
  let second = 0

  /** State of the template under construction. */
  let one = 0
  let two = 0
  let three = 0
  let four = 0
  let holes: number[] = []

  const addFixed = (it: number): void => {
    one = mixFirst(one, it)
    two = mixSecond(two, it)
  }
  const addReplaced = (it: number): void => {
    three = mixFirst(three, it)
    four = mixSecond(four, it)
  }
  /** A name that occurs again in the same value is fixed: it refers to the earlier occurrence. */
  const addHole = (kind: number, content: number): void => {
    if (kind === Hole.Name) {
      for (let index = 0; index < holes.length; index += 2)
        if (holes[index] === Hole.Name && holes[index + 1] === content) {
          addFixed(Tag.Name)
          addFixed(index)
          return
        }
    }
    addFixed(Tag.Hole)
    holes.push(kind, content)
  }
  const addNumber = ({ kind, time, isFar }: Field, it: number): void => {
    if (kind === 'Plain' && !isMoment(it)) {
      addPlain(it)
      return
    }
    addReplaced(it | 0)
    addReplaced((it / 4294967296) | 0)
    if (kind === 'Plain') addHole(time, it)
    else if (kind === 'Named') addHole(Hole.Name, idNumber(`${it}`))
    else if (kind === 'Attempt') addHole(Hole.Attempt, it)
    else if (kind === 'Progress') addHole(Hole.Progress, it)
    else if (kind === 'Some') addFixed(it > 0 ? Tag.True : Tag.False)
    else if (kind === 'Checkpoint' && it > 0) addHole(Hole.Name, idNumber(nameOfCheckpoint(it)))
    if (!isFar || kind === 'Plain') return
    if (isMoment(it)) addHole(time, it)
    else addFixed(it)
  }
  const addPlain = (it: number): void => {
    const isWord = (it | 0) === it
    if (!isWord) addFixed(Tag.Text)
    addFixed(isWord ? it : literalOf(`${it}`).word)
  }
  const addText = ({ kind }: Field, it: string): void => {
    const literal = literalOf(it)
    if (literal.isReplaced || kind !== 'Plain') addReplaced(literal.exact)
    if (kind === 'Presence') return
    for (const [inner, moment] of literal.moments) addHole(fieldOf(inner).time, moment)
    if (kind === 'Named') {
      addHole(Hole.Name, idNumber(it))
      return
    }
    addFixed(literal.word)
    for (const name of literal.names) addHole(Hole.Name, name)
    if (literal.attempt !== null) addHole(Hole.Attempt, literal.attempt)
  }
  const addKept = (it: object): void => {
    const inner = templateOf(it)
    one = mixFirst(one, inner.first)
    two = mixSecond(two, inner.second)
    three = mixFirst(three, inner.replacedFirst)
    four = mixSecond(four, inner.replacedSecond)
    for (let index = 0; index < inner.holes.length; index += 2) addHole(inner.holes[index]!, inner.holes[index + 1]!)
  }
  const addApart = (it: object): void => {
    addFixed('_tag' in it && typeof it._tag === 'string' ? literalOf(it._tag).word : Tag.Value)
    const inner = templateOf(it)
    addReplaced(inner.first)
    addReplaced(inner.replacedFirst)
  }
  const addPart = (field: Field, it: unknown): void => {
    if (it === null || it === undefined) addFixed(Tag.Nothing)
    else if (typeof it === 'string') {
      addFixed(Tag.Text)
      addText(field, it)
    } else if (typeof it === 'number') {
      addFixed(Tag.Number)
      addNumber(field, it)
    } else if (typeof it !== 'object') addFixed(it === true ? Tag.True : Tag.False)
    else if (field.kind === 'Apart') addApart(it)
    else if (field.isKept) {
      addFixed(Tag.Value)
      addKept(it)
    } else addParts(it)
  }
  const addParts = (value: object): void => {
    if (Array.isArray(value)) {
      addFixed(Tag.List)
      for (const it of value) addPart(element, it)
    } else {
      addFixed(Tag.Object)
      for (const key in value) {
        const field = fieldOf(key)
        addFixed(field.word)
        addPart(field, (value as Record<string, unknown>)[key])
      }
    }
    addFixed(Tag.End)
  }
  const templateOf = (value: object): Template => {
    const known = templates.get(value)
    if (known !== undefined) return known
    const [outerOne, outerTwo, outerThree, outerFour, outerHoles] = [one, two, three, four, holes]
    one = three = firstSeed
    two = four = secondSeed
    holes = []
    addParts(value)
    const made: Template = {
      first: one,
      second: two,
      replacedFirst: three,
      replacedSecond: four,
      holes: holes.length === 0 ? noHoles : holes,
    }
    one = outerOne
    two = outerTwo
    three = outerThree
    four = outerFour
    holes = outerHoles
    templates.set(value, made)
    return made
  }

  const word = (it: number): void => {
    first = mixFirst(first, it)
    second = mixSecond(second, it)
  }
  const holeWord = (kind: number, content: number): number => {
    switch (kind) {
      case Hole.Name:
        return names.of(content)
      case Hole.Attempt:
        // attempts of a FlinkStateSnapshot are counted per snapshot
        return Math.max(-1, base.attempts - content)
      case Hole.Progress:
        return base.progress.indexOf(content)
      default: {
        const [past, future] = limits[kind - Hole.Time]!
        return Math.round(Math.max(-past, Math.min(future, content - base.now)) / 1000)
      }
    }
  }

  const value = (it: object): void => {
    const template = templateOf(it)
    const { holes } = template
    first = mixFirst(first, template.first)
    second = mixSecond(second, template.second)
    for (let index = 0; index < holes.length; index += 2) word(holeWord(holes[index]!, holes[index + 1]!))
  }
  const exact = (it: object): void => {
    const template = templateOf(it)
    first = mixFirst(mixFirst(first, template.first), template.replacedFirst)
    second = mixSecond(mixSecond(second, template.second), template.replacedSecond)
  }
  const values = (list: readonly object[]): void => {
    for (const it of list) value(it)
    word(Tag.End)
  }
  const exactParts = (parts: object): void => {
    for (const key in parts) {
      word(fieldOf(key).word)
      const part = (parts as Readonly<Record<string, unknown>>)[key]
      if (typeof part === 'object' && part !== null) exact(part)
      else word(typeof part === 'number' ? part % 4294967296 : literalOf(String(part)).exact)
    }
    word(Tag.End)
  }

  return {
    begin: next => {
      base = next
      names.forget()
      first = firstSeed
      second = secondSeed
    },
    rebase: (attempts, progress) => {
      base = { now: base.now, attempts, progress }
    },
    word,
    value,
    values,
    exact,
    exactParts,
    field: key => word(fieldOf(key).word),
    name: id => {
      word(Tag.Name)
      word(names.of(idNumber(id)))
    },
    isNamed: id => names.isGiven(idNumber(id)),
    first: () => first,
    second: () => second,
  }
}
