/** Admission of a write of a resource: applies the validation rules of the rounds before the write. Pure and total. */
export { type AdmissionRequest, decodeAdmissionReview } from '../crd/admission-review.ts'
export type { Judged, KindAdmission } from '../contract/round/admission.ts'
export { mutationOf, sessionLabel } from './mutation.ts'
export { mutationResponse, type PatchOperation, validationResponse } from './response.ts'
export { queriesOf, type Readable, type Review, reviewOf, type Scope } from './review.ts'
export type { ReportedFinding } from './reported-finding.ts'
export { type Verdict, verdictOf } from './verdict.ts'
export { exactResource } from './response.ts'
