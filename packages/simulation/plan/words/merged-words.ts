import type { AppliedBefore } from '../applied/applied-document.ts'

/** How a document is merged with the deployed resource where no API server is asked; null: there is nothing to merge. */
export const mergedWords = (before: AppliedBefore): string | null => {
  switch (before._tag) {
    case 'Nothing':
    case 'Document':
      return null
    case 'LastApplied':
      return 'merged with the deployed resource as kubectl apply does, by its last-applied annotation'
    case 'ManagedFields':
      return `merged with the deployed resource as server-side apply by ${before.manager} does, by its managedFields`
    case 'Unmarked':
      return 'merged with the deployed resource, which does not tell what was applied before: fields that the document lacks stay'
  }
}
