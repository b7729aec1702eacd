import { type KindName, kindNames, kindOf } from '@flink-operator/core/kinds'

/** The states that a resource of a kind goes through, as its status spells them. */
export const statesOfKind = (kind: KindName): readonly string[] => kindOf(kind).states.all

/** In these a resource waits for nothing; one that can't be read waits for a person. */
const atRest: ReadonlySet<string> = new Set([...kindNames.flatMap(kind => kindOf(kind).states.atRest), 'UNDECODABLE'])

export const isAtRest = (state: string): boolean => atRest.has(state)
