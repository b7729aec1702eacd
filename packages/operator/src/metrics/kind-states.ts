import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'

/** The states of a kind, as its status spells them. */
export const statesOfKind = (kind: KindName): readonly string[] => kindOf(kind).states.all

/** In these states a resource waits for no operation; an undecodable one waits for its user. */
const atRest: ReadonlySet<string> = new Set([...kindNames.flatMap(kind => kindOf(kind).states.atRest), 'UNDECODABLE'])

export const isAtRest = (state: string): boolean => atRest.has(state)
