import { emptyState, type ParallelismOverrides } from '../autoscaler-state.ts'
import type { StoredState } from '../state/stored-state.ts'

/** Flink's largest number of key groups. */
const largest = 32_768

const isParallelism = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= largest

/** The overrides if Flink can take all of them, else none: with any other text Flink refuses to start the job. */
export const usableOverrides = (overrides: ParallelismOverrides): ParallelismOverrides | null =>
  Object.values(overrides).every(isParallelism) ? overrides : null

/** Overrides that Flink can't take count as unreadable, all of them. */
export const withUsableOverrides = (stored: StoredState): StoredState =>
  usableOverrides(stored.state.parallelismOverrides) !== null ? stored : {
    state: { ...stored.state, parallelismOverrides: emptyState.parallelismOverrides },
    unreadable: [...stored.unreadable, { key: 'parallelismOverrides', reason: `a parallelism is no whole number from 1 to ${largest}` }],
  }
