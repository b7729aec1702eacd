import { builtInTypes, Kinds } from '../api/built-in-types.ts'
import { customTypes } from '../api/custom-types.ts'
import { type ResourceType, storeKey } from '../api/resource-type.ts'
import type { ObjectStore } from './object-store.ts'

/** The types that are served now: built-in ones, and those of the CRDs in the store. */
export interface TypeRegistry {
  readonly all: () => readonly ResourceType[]
  readonly find: (group: string, version: string, plural: string) => ResourceType | undefined
  /** The storage version. */
  readonly ofStore: (store: string) => ResourceType | undefined
  /** Increases with every change of the served types. */
  readonly revision: () => number
}

const pathKey = (group: string, version: string, plural: string): string => `${group}/${version}/${plural}`

export const createTypeRegistry = (store: ObjectStore): TypeRegistry => {
  const crds = storeKey(Kinds.CustomResourceDefinition)
  const known = { types: builtInTypes, byPath: new Map<string, ResourceType>(), byStore: new Map<string, ResourceType>(), revision: 0 }

  const refresh = (): void => {
    known.types = [...builtInTypes, ...store.list(crds, '').flatMap(customTypes)]
    known.byPath = new Map(known.types.map(type => [pathKey(type.group, type.version, type.plural), type]))
    known.byStore = new Map(known.types.toReversed().map(type => [storeKey(type), type]))
    known.revision += 1
  }
  refresh()
  store.listen(event => {
    if (event.store === crds) refresh()
  })

  return {
    all: () => known.types,
    find: (group, version, plural) => known.byPath.get(pathKey(group, version, plural)),
    ofStore: key => known.byStore.get(key),
    revision: () => known.revision,
  }
}
