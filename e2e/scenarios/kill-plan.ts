import { seeded } from '../harness/random.ts'

/** How a resource of the fleet is upgraded: one resource each. */
export const modes = ['savepoint', 'last-state', 'cancel'] as const
export type Mode = (typeof modes)[number]

/** What a user does: rename the job (an upgrade), twice at once, suspend, or resume with another name. */
export type Edit = 'rename' | 'twice' | 'suspend' | 'resume'

/** One life of an operator. */
export interface KillStep {
  /** Everything, or that resource, has to have arrived before. */
  readonly waitFor: Mode | 'all' | null
  readonly edits: readonly { readonly mode: Mode; readonly edit: Edit }[]
  /** Edited while no operator runs, after the kill; else before it. */
  readonly whileDown: boolean
  /** From the edits to the kill. */
  readonly delay: number
}

/** Of what an upgrade does, most is done in the first seconds; after the next JobManager has started there is little to kill. */
const shortestDelay = 30
const longestDelay = 15_000

/** Choices that the same seed makes again, whatever the cluster does in between. The first kill hits an upgrade of every resource. */
export const killPlan = (seed: number, kills: number): readonly KillStep[] => {
  const random = seeded(seed)
  const suspended = new Set<Mode>()

  const editOf = (mode: Mode): Edit => {
    if (suspended.delete(mode)) return 'resume'
    const chance = random.next()
    if (chance < 0.85) return chance < 0.7 ? 'rename' : 'twice'
    suspended.add(mode)
    return 'suspend'
  }

  const edited = (): readonly Mode[] => {
    const chance = random.next()
    return chance < 0.25 ? [] : chance < 0.8 ? [random.pick(modes)] : modes
  }

  const waitFor = (): KillStep['waitFor'] => {
    const chance = random.next()
    return chance < 0.08 ? random.pick(modes) : chance < 0.12 ? 'all' : null
  }

  return Array.from({ length: kills }, (_, index): KillStep => {
    const delay = random.spread(shortestDelay, longestDelay)
    if (index === 0) return { waitFor: 'all', edits: modes.map(mode => ({ mode, edit: 'rename' })), whileDown: false, delay }
    return { waitFor: waitFor(), edits: edited().map(mode => ({ mode, edit: editOf(mode) })), whileDown: random.next() < 0.25, delay }
  })
}
