import type { JsonObject } from '@flink-operator/core'

const everything = ['*']
const allowed: JsonObject = { allowed: true }

/** Reviews of rights and users, by their plural: every user may do everything here, so requests are not read. */
const reviews: Readonly<Record<string, readonly [kind: string, status: JsonObject]>> = {
  selfsubjectaccessreviews: ['SelfSubjectAccessReview', allowed],
  subjectaccessreviews: ['SubjectAccessReview', allowed],
  localsubjectaccessreviews: ['LocalSubjectAccessReview', allowed],
  selfsubjectrulesreviews: ['SelfSubjectRulesReview', {
    resourceRules: [{ verbs: everything, apiGroups: everything, resources: everything }],
    nonResourceRules: [{ verbs: everything, nonResourceURLs: everything }],
    incomplete: false,
  }],
  selfsubjectreviews: ['SelfSubjectReview', { userInfo: { username: 'sandbox', groups: ['system:authenticated'] } }],
  tokenreviews: ['TokenReview', { authenticated: true, user: { username: 'sandbox' } }],
}

/** The answer to a POST of a review; null: the path is no review. The request may be protobuf, as kubectl sends it. */
export const reviewOf = (path: string): JsonObject | null => {
  const [, group = '', plural = ''] =
    /^\/apis\/((?:authorization|authentication)\.k8s\.io\/v1)\/(?:namespaces\/[^/]+\/)?([a-z]+)$/.exec(path) ?? []
  const review = reviews[plural]
  return review === undefined ? null : { kind: review[0], apiVersion: group, metadata: {}, spec: {}, status: review[1] }
}
