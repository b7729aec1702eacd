/** The table of all kinds that this operator carries out: those of the core, and those that are packages of their own. */
import { type AnyKind, type CarriedOut, kinds as coreKinds, type Kinds as CoreKinds } from '@flink-operator/core/kinds'
import { flinkApplicationKind } from '@flink-operator/lyft'

/** The table's type: each kind with types of its own. */
export type Kinds = CoreKinds & { readonly FlinkApplication: typeof flinkApplicationKind }
/** The kinds that this operator carries out, by their name; whoever means no kind in particular walks over this table. */
export const kinds: Kinds = { ...coreKinds, FlinkApplication: flinkApplicationKind }
/** `kind` of the resources that are carried out. */
export type KindName = keyof Kinds
/** In the order of the table. */
export const kindNames = Object.keys(kinds) as readonly KindName[]

/** The kind of that name, as those see it to whom its own types don't matter. */
export const kindOf = (name: KindName): AnyKind => kinds[name]

/** What decisions of any kind are told of the others. */
export const carriedOut = (isCarriedOut: (name: KindName) => boolean): CarriedOut => {
  const reported = (field: keyof CarriedOut): boolean =>
    kindNames.some(name => kindOf(name).optional?.reportedAs === field && isCarriedOut(name))
  return { hasSnapshotController: reported('hasSnapshotController') }
}
