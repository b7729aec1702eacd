/**
 * Makes one text of a plain value in which everything that can't influence a decision, or only by comparison with others of its kind, is
 * replaced: two values with the same text go on alike.
 *
 * | what | becomes |
 * |---|---|
 * | uids, versions, minted ids, paths of savepoints and checkpoints | their rank by first appearance |
 * | moments that are compared with now | how far from now, in seconds, clamped by field |
 * | moments that are only compared with each other for equality | their rank by first appearance |
 * | moments that nothing compares | nothing |
 * | attempts | how many attempts ago |
 * | ghost progress | its rank |
 *
 * Objects are never changed in place, so the template of each is made once and kept with it.
 */
export interface Canonical {
  readonly text: (value: object, base: TextBase) => string
}

export interface TextBase {
  readonly now: number
  /** The highest attempt so far. */
  readonly attempts: number
  /** Progress values that occur, ascending. */
  readonly progress: readonly number[]
  /** Already named ids; grows. */
  readonly names: Map<string, number>
}

/** What is fixed of a value is one number; what is replaced follows in order. */
interface Template {
  readonly skeleton: number
  readonly holes: readonly Hole[]
}
type Part = string | Template | Hole
type Hole =
  | { readonly hole: 'name'; readonly id: string }
  | { readonly hole: 'time'; readonly at: number; readonly past: number; readonly future: number }
  | { readonly hole: 'attempt'; readonly attempt: number }
  | { readonly hole: 'progress'; readonly progress: number }

/** Fields that nothing compares with now; only their presence counts. */
const presence: Readonly<Record<string, true | undefined>> = {
  reconciliationTimestamp: true, lastTransitionTime: true, updateTime: true, timeStamp: true, asOf: true, creationTimestamp: true, created: true, triggerTimestamp: true,
  mintedAt: true, time: true, endTime: true, lastPeriodicSavepointTimestamp: true, lastPeriodicCheckpointTimestamp: true, availableSince: true,
  at: true, serial: true,
}
/** Fields that are only compared for equality. */
const named: Readonly<Record<string, true | undefined>> = { startTime: true, jobStartTime: true }
/** How far back a difference still counts, in milliseconds, where it is not the default. */
const pastLimits: Readonly<Record<string, number>> = {
  terminalSince: 5_000, statisticsChanged: 5_000, podTroubleSince: 35_000, runningSince: 5_000, jobMissedSince: 15_000,
  // only whether it is over counts
  giveUpAt: 5_000, retryAt: 5_000,
  // and the clean-up's patience
  deletionTimestamp: 15_000,
}
const defaultLimit = 65_000

const isMoment = (value: number): boolean => value > 1_600_000_000_000 && value < 2_000_000_000_000
const tokens = /[0-9a-f]{32}|00000000-0000-4000-8000-\d{12}|\bv\d{9}\b|savepoint-\d{9}|chk-\d{9}|\b1[67]\d{11}\b|\b20\d\d-\d\d-\d\dT[0-9:.]+Z/g

const noHoles: readonly Hole[] = []
const literalLimit = 200_000

export const canonical = (): Canonical => {
  const templates = new WeakMap<object, Template>()
  const skeletons = new Map<string, number>()
  const literals = new Map<string, Part>()

  const skeletonOf = (text: string): number => {
    const known = skeletons.get(text)
    if (known !== undefined) return known
    skeletons.set(text, skeletons.size)
    return skeletons.size - 1
  }

  const textPart = (text: string): Part => {
    const known = literals.get(text)
    if (known !== undefined) return known
    const holes: Hole[] = []
    const skeleton = text.replace(tokens, match => {
      if (!/^(1[67]\d{11}$|20\d\d-)/.test(match)) holes.push({ hole: 'name', id: match })
      return '?'
    })
    const part: Part = holes.length === 0 && skeleton.length < 40 ? JSON.stringify(skeleton) : { skeleton: skeletonOf(skeleton), holes }
    // most texts come again, in copies of the object that holds them
    if (literals.size > literalLimit) literals.clear()
    literals.set(text, part)
    return part
  }

  const numberPart = (key: string, value: number): Part => {
    if (key === 'attempt' || key === 'attempts') return { hole: 'attempt', attempt: value }
    if (key === 'progress') return { hole: 'progress', progress: value }
    return isMoment(value) ? { hole: 'time', at: value, past: pastLimits[key] ?? defaultLimit, future: defaultLimit } : String(value)
  }

  const part = (key: string, value: unknown): Part => {
    if (value === null || value === undefined) return '_'
    if (presence[key] === true) return '+'
    if (typeof value === 'object') return template(value)
    if (typeof value === 'number') return named[key] === true ? { hole: 'name', id: `${value}` } : numberPart(key, value)
    if (typeof value === 'string') return named[key] === true ? { hole: 'name', id: value } : textPart(value)
    return value === true ? 'true' : 'false'
  }

  const template = (value: object): Template => {
    const known = templates.get(value)
    if (known !== undefined) return known
    const holes: Hole[] = []
    const isList = Array.isArray(value)
    let text = isList ? '[' : '{'
    for (const key in value) {
      const it = part(key, (value as Record<string, unknown>)[key])
      if (!isList) text += key
      if (typeof it === 'string') text += `:${it},`
      else if ('skeleton' in it) {
        text += `<${it.skeleton}>`
        for (const hole of it.holes) holes.push(hole)
      } else {
        text += '?'
        holes.push(it)
      }
    }
    const made: Template = { skeleton: skeletonOf(text), holes: holes.length === 0 ? noHoles : holes }
    templates.set(value, made)
    return made
  }

  return {
    text: (value, base) => {
      const { skeleton, holes } = template(value)
      let text = `${skeleton}:`
      for (const hole of holes) text += emitHole(hole, base)
      return text
    },
  }
}

const emitHole = (hole: Hole, base: TextBase): string => {
  switch (hole.hole) {
    case 'name': {
      const known = base.names.get(hole.id)
      if (known !== undefined) return `#${known}`
      base.names.set(hole.id, base.names.size)
      return `#${base.names.size - 1}`
    }
    case 'time': {
      const difference = hole.at - base.now
      return `@${Math.round(Math.max(-hole.past, Math.min(hole.future, difference)) / 1000)}`
    }
    case 'attempt':
      return `-${base.attempts - hole.attempt}`
    case 'progress':
      return `p${base.progress.indexOf(hole.progress)}`
  }
}

/** 53 bits of a text: one in a billion that two of a million texts share it. */
export const hashOf = (text: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
