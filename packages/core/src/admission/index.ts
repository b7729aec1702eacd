/** What is answered to a resource that somebody is about to write: the rules of the rounds, before anything is written. Pure and total. */
export { type AdmissionRequest, decodeAdmissionReview } from '../codec/admission-review.ts'
export type { Judged, KindAdmission } from '../round/admission.ts'
export { mutationOf, sessionLabel } from './mutation.ts'
export { mutationResponse, type PatchOperation, validationResponse } from './response.ts'
export { queriesOf, type Readable, type Review, reviewOf, type Scope } from './review.ts'
export type { ToldFinding } from './told-finding.ts'
export { type Verdict, verdictOf } from './verdict.ts'
