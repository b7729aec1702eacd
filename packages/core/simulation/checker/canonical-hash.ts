import { byIdentity } from './by-identity.ts'
import type { Horizons } from './hashed-fields.ts'
import { type Field, hashedFields, Hole } from './field-holes.ts'
import { literals, nameOfCheckpoint } from './hash-literals.ts'
import { firstSeed, mixFirst, mixSecond, secondSeed } from './word-mix.ts'

/**
 * Hashes plain values in which everything that can't influence a decision, or only by comparison with others of its kind, is replaced:
 * values with the same hash go on alike.
 *
 * | what | becomes |
 * |---|---|
 * | uids, versions, minted ids, paths of savepoints and checkpoints | their rank by first appearance |
 * | moments that are compared with now | how far from now, in seconds, clamped by field |
 * | moments that are only compared with each other for equality | their rank by first appearance |
 * | moments that nothing compares | nothing, unless the world's `horizons` name the field: then they are compared with now |
 * | numbers that nothing reads | nothing, unless the world's `horizons` name the field |
 * | attempts | how many attempts ago |
 * | failures of a FlinkStateSnapshot | whether there are any |
 * | ghost progress | its rank |
 *
 * Objects are never changed in place, so the template of each is made once and kept with it.
 */
export interface CanonicalHash {
  /** Begins anew: no id has a name. */
  readonly begin: (base: HashBase) => void
  /** Goes on with another resource, whose attempts and progress are its own. */
  readonly rebase: (attempts: number, progress: readonly number[]) => void
  readonly word: (word: number) => void
  readonly value: (value: object) => void
  /** A list whose elements stay the same while it changes. */
  readonly values: (list: readonly object[]) => void
  /** A value as it is, nothing replaced. */
  readonly exact: (value: object) => void
  /** The same of a value that is made anew each time, while what is in it often is not. */
  readonly exactParts: (parts: object) => void
  /** The name of a field. */
  readonly field: (key: string) => void
  /** An id by its name. */
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
  /** Progress values that occur, ascending. */
  readonly progress: readonly number[]
}

/**
 * What is fixed of a value is two hashes; what is replaced follows in order, as pairs of kind and content. And two hashes of what was there
 * before it was replaced.
 */
interface Template {
  readonly first: number
  readonly second: number
  readonly replacedFirst: number
  readonly replacedSecond: number
  readonly holes: readonly number[]
}

/** Words that begin a part. */
const Tag = { Nothing: 1, False: 2, True: 3, Number: 4, Text: 5, Hole: 6, Value: 7, List: 8, Object: 9, End: 10, Name: 11 } as const

const element: Field = { word: 0, kind: 'Plain', time: Hole.Time, isFar: false, isKept: false }

const isMoment = (value: number): boolean => value > 1_600_000_000_000 && value < 2_000_000_000_000
const noHoles: readonly number[] = []

export const canonicalHash = (horizons: Horizons = {}): CanonicalHash => {
  const templates = byIdentity<object, Template>()
  const { fieldOf, limits } = hashedFields(horizons)
  const { literalOf, idNumber } = literals(horizons)
  /** The name of an id counts if it was given since the last `begin`. */
  let givenAt = new Int32Array(1024)
  let nameOf = new Int32Array(1024)
  let epoch = 0
  let names = 0
  let base: HashBase = { now: 0, attempts: 0, progress: [] }
  let first = 0
  let second = 0

  /** What the template that is being made has so far. */
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
  /** A name that comes again in the same value is fixed: it is the one from before. */
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
  }
  const addKept = (it: object): void => {
    const inner = templateOf(it)
    one = mixFirst(one, inner.first)
    two = mixSecond(two, inner.second)
    three = mixFirst(three, inner.replacedFirst)
    four = mixSecond(four, inner.replacedSecond)
    for (let index = 0; index < inner.holes.length; index += 2) addHole(inner.holes[index]!, inner.holes[index + 1]!)
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
  const isNumberNamed = (id: number): boolean => id < givenAt.length && givenAt[id] === epoch
  const makeRoom = (id: number): void => {
    const [wider, widerNames] = [new Int32Array(id * 2), new Int32Array(id * 2)]
    wider.set(givenAt)
    widerNames.set(nameOf)
    givenAt = wider
    nameOf = widerNames
  }
  const nameWord = (id: number): number => {
    if (id >= givenAt.length) makeRoom(id)
    if (givenAt[id] !== epoch) {
      givenAt[id] = epoch
      nameOf[id] = names
      names += 1
    }
    return nameOf[id]!
  }
  const holeWord = (kind: number, content: number): number => {
    switch (kind) {
      case Hole.Name:
        return nameWord(content)
      case Hole.Attempt:
        // those of a FlinkStateSnapshot are counted for themselves
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
      epoch += 1
      names = 0
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
      word(nameWord(idNumber(id)))
    },
    isNamed: id => isNumberNamed(idNumber(id)),
    first: () => first,
    second: () => second,
  }
}
