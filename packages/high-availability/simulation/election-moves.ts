import { isOver } from '../src/election/elector.ts'
import { believers, type ElectionState, nowOf } from './election-state.ts'

/** What may go wrong; each costs one of the world's faults. */
export type ElectionFault = 'Lose' | 'Restart' | 'Stop' | 'WatchFails' | 'Garble' | 'Strip' | 'Delete' | 'Address'

/** What may happen beside faults. `Slow`: answers take any time. `Watch`: changes are told. `Publish`: components are found. */
export type ElectionNuance = 'Slow' | 'Watch' | 'Publish'

/** One step of the world. `n`: of which process; `m`: of which message. */
export type ElectionMove =
  /** A request arrives, and its answer is there. */
  | { readonly _tag: 'Serve'; readonly m: number }
  /** A request arrives; its answer is on its way, or nobody waits for it. */
  | { readonly _tag: 'Arrive'; readonly m: number }
  | { readonly _tag: 'Answer'; readonly m: number }
  /** Nobody will see it. */
  | { readonly _tag: 'Drop'; readonly m: number }
  /** The process is told that nobody knows. */
  | { readonly _tag: 'Lose'; readonly m: number }
  | { readonly _tag: 'Tick'; readonly n: number }
  | { readonly _tag: 'Pass' }
  /** A process that came to its end is started again. */
  | { readonly _tag: 'Begin'; readonly n: number }
  /** It dies, and another one begins in its place. */
  | { readonly _tag: 'Restart'; readonly n: number }
  | { readonly _tag: 'Stop'; readonly n: number }
  | { readonly _tag: 'Watched'; readonly n: number; readonly what: 'Now' | 'Before' | 'Deleted' }
  | { readonly _tag: 'WatchFails'; readonly n: number }
  | { readonly _tag: 'Publish'; readonly n: number }
  /** Somebody changes the lock. */
  | { readonly _tag: 'Garble' | 'Strip' | 'Delete' | 'Address' }

export interface ElectionBounds {
  readonly faults: readonly ElectionFault[]
  readonly nuances: readonly ElectionNuance[]
}

/** All that may happen, first what is due: with each answer in time and each process awake, the first of them is what happens next. */
export const electionMoves = (state: ElectionState, { faults, nuances }: ElectionBounds): readonly ElectionMove[] => {
  const { messages, processes, lock } = state
  const moves: ElectionMove[] = []
  const may = (fault: ElectionFault): boolean => state.faults > 0 && faults.includes(fault)
  messages.forEach(({ awaited, answer }, m) => {
    if (awaited) moves.push(answer === null ? { _tag: 'Serve', m } : { _tag: 'Answer', m })
  })
  processes.forEach(({ elector, wakeAt }, n) => {
    if (wakeAt <= nowOf(state, n).steady) moves.push({ _tag: 'Tick', n })
    if (elector.role._tag === 'Stopped' && isOver(elector)) moves.push({ _tag: 'Begin', n })
  })
  moves.push({ _tag: 'Pass' })
  messages.forEach(({ awaited, answer }, m) => {
    if (!awaited) moves.push({ _tag: 'Arrive', m }, { _tag: 'Drop', m })
    else {
      if (answer === null && nuances.includes('Slow')) moves.push({ _tag: 'Arrive', m })
      if (may('Lose')) moves.push({ _tag: 'Lose', m })
    }
  })
  processes.forEach((_, n) => moves.push(...movesOf(state, n, nuances, may)))
  for (const _tag of ['Garble', 'Strip', 'Delete', 'Address'] as const) if (lock !== null && may(_tag)) moves.push({ _tag })
  return moves
}

/** Of one process, beside what is due. */
const movesOf = (
  { processes, lock, before }: ElectionState,
  n: number,
  nuances: readonly ElectionNuance[],
  may: (fault: ElectionFault) => boolean,
): readonly ElectionMove[] => {
  const { role, heard, requests } = processes[n]!.elector
  const moves: ElectionMove[] = []
  if (nuances.includes('Watch')) {
    if (lock !== null && lock.version.resourceVersion !== heard?.resourceVersion) moves.push({ _tag: 'Watched', n, what: 'Now' })
    if (before !== null && heard !== null) moves.push({ _tag: 'Watched', n, what: lock === null ? 'Deleted' : 'Before' })
  }
  if (nuances.includes('Publish') && role._tag === 'Leading' && Object.keys(role.confirmed).length === 0) moves.push({ _tag: 'Publish', n })
  if (may('Restart') && requests > 0) moves.push({ _tag: 'Restart', n })
  if (may('Stop') && role._tag !== 'Stopped') moves.push({ _tag: 'Stop', n })
  if (may('WatchFails') && role._tag === 'Leading') moves.push({ _tag: 'WatchFails', n })
  return moves
}

const dueTags: readonly ElectionMove['_tag'][] = ['Serve', 'Answer', 'Tick', 'Begin', 'Pass']

/** Does it happen by itself, sooner or later, where the API server and the processes are well? */
export const isDue = ({ _tag }: ElectionMove): boolean => dueTags.includes(_tag)

const faultTags: readonly ElectionMove['_tag'][] = ['Lose', 'Restart', 'Stop', 'WatchFails', 'Garble', 'Strip', 'Delete', 'Address']
export const isFault = ({ _tag }: ElectionMove): boolean => faultTags.includes(_tag)

/** A step in words. */
export const electionMoveText = (state: ElectionState, move: ElectionMove): string => {
  const { messages, processes } = state
  const of = (n: number): string => processes[n]!.identity
  const request = (m: number): string => {
    const { identity, request: { _tag } } = messages[m]!
    return `${_tag} of ${identity}`
  }
  switch (move._tag) {
    case 'Serve':
      return `${request(move.m)} is served and answered`
    case 'Arrive':
      return `${request(move.m)} arrives at the server${messages[move.m]!.awaited ? ', its answer is slow' : ', late'}`
    case 'Answer':
      return `${request(move.m)}: its answer arrives`
    case 'Drop':
      return `${request(move.m)} never arrives`
    case 'Lose':
      return `${request(move.m)}: no answer in time${
        messages[move.m]!.answer === null ? ', it may still arrive' : ', it was served'
      } (fault)`
    case 'Pass':
      return `time passes; then ${believers({ ...state, at: state.at + 1 }).join(' and ') || 'nobody'} may act`
    case 'Tick':
      return `${of(move.n)} looks at the clock`
    case 'Watched':
      return `the watch tells ${of(move.n)} of the lock ${
        move.what === 'Now' ? 'as it is' : move.what === 'Before' ? 'as it was' : 'deleted'
      }`
    case 'Begin':
    case 'Publish':
      return `${of(move.n)}: ${move._tag === 'Begin' ? 'is started again' : 'a component is found'}`
    case 'Restart':
    case 'Stop':
    case 'WatchFails':
      return `${of(move.n)}: ${move._tag} (fault)`
    default:
      return `somebody changes the lock: ${move._tag} (fault)`
  }
}
