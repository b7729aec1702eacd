import type { OwnerReference, ResourceMeta } from '../contract/resource/resource-meta.ts'
import { listOf, mapOf } from './collection-type.ts'
import { objectOf } from './object-type.ts'
import { instant, integer, text } from './scalar-type.ts'

const ownerReference = objectOf<OwnerReference>('ownerReference', {
  kind: { type: text, default: '', doc: 'Kind.' },
  name: { type: text, default: '', doc: 'Name.' },
  uid: { type: text, default: '', doc: 'uid.' },
})

/** `metadata`. Only the name is required: a manifest that was never applied may have no other field. */
export const resourceMeta = objectOf<Omit<ResourceMeta, 'apiVersion' | 'kind'>>('metadata', {
  namespace: { type: text, default: 'default', doc: 'Namespace.' },
  name: { type: text, required: true, doc: 'Name.' },
  uid: { type: text, default: '', doc: 'uid.' },
  generation: { type: integer, default: 0, doc: 'Generation of the spec.' },
  resourceVersion: { type: text, default: '', doc: 'Version of the whole resource.' },
  creationTimestamp: { type: instant, default: 0, doc: 'When it was created.' },
  deletionTimestamp: { type: instant, default: null, doc: 'When its deletion was requested.' },
  finalizers: { type: listOf(text), default: [], doc: 'Finalizers.' },
  labels: { type: mapOf(text), default: {}, doc: 'Labels.' },
  annotations: { type: mapOf(text), default: {}, doc: 'Annotations.' },
  ownerReferences: { type: listOf(ownerReference), default: undefined, doc: 'Owners.' },
})
