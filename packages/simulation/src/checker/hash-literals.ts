import type { Horizons } from './hashed-fields.ts'

const tokens =
  /[0-9a-f]{32}|00000000-0000-4000-8000-\d{12}|\bv\d{9}\b|savepoint-\d{9}|chk-\d{9}|(?<="numCompletedCheckpoints":)[1-9]\d*|\b1[67]\d{11}\b|\b20\d\d-\d\d-\d\dT[0-9:.]+Z/g
const isMomentText = /^(1[67]\d{11}$|20\d\d-)/
const momentFields = /"(\w+)":(1[67]\d{11})\b/g
const isCount = /^\d{1,9}$/

/** The mark of a started attempt, which is an annotation: its number counts as any attempt does. */
const startedMark = /^00000000-0000-4000-8000-\d{12}\/(\d+)\/[0-9a-f]{32}$/

/** The number of the last checkpoint stands for a checkpoint count in an abstract world: it is only compared for equality. */
export const nameOfCheckpoint = (count: number | string): string => `chk-${String(count).padStart(9, '0')}`

const noNames: readonly number[] = []

/** A text: its number among the texts without ids, and the ids and moments that were in it. */
export interface Literal {
  readonly word: number
  /** Its number among all texts. */
  readonly exact: number
  readonly isReplaced: boolean
  readonly names: readonly number[]
  /** The attempt in the mark of a started attempt; null: the text is no such mark. */
  readonly attempt: number | null
  /** Moments by field, in a text that consists of fields, such as the record of the job's health. */
  readonly moments: readonly (readonly [field: string, moment: number])[]
}

/** Permanent numbers by first appearance. */
const numbering = (): (text: string) => number => {
  const numbers = new Map<string, number>()
  return text => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
}

export interface Literals {
  readonly literalOf: (text: string) => Literal
  /** The permanent number of an id. */
  readonly idNumber: (id: string) => number
}

/** What the hash makes of texts, computed once for each. */
export const literals = (horizons: Horizons): Literals => {
  const isFar = Object.keys(horizons).length > 0
  const known = new Map<string, Literal>()
  const skeletonNumber = numbering()
  const idNumber = numbering()

  const literalOf = (text: string): Literal => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found: number[] = []
    const marked = startedMark.exec(text)?.[1] ?? null
    const skeleton = (marked === null ? text : text.replace(`/${marked}/`, '/?/')).replace(tokens, match => {
      if (!isMomentText.test(match)) found.push(idNumber(isCount.test(match) ? nameOfCheckpoint(match) : match))
      return '?'
    })
    const moments = isFar
      ? [...text.matchAll(momentFields)].map(([, field, moment]) => [field!, Number(moment)] as const).filter(([field]) =>
        horizons[field] !== undefined
      ) : []
    const made: Literal = {
      word: skeletonNumber(skeleton),
      exact: known.size,
      isReplaced: skeleton !== text,
      names: found.length === 0 ? noNames : found,
      attempt: marked === null ? null : Number(marked),
      moments,
    }
    // most texts occur again, in copies of the object that holds them
    known.set(text, made)
    return made
  }

  return { literalOf, idNumber }
}
