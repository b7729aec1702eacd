/**
 * Annotation on every object of one deploy attempt (design.md, section 3). It is never in a pod template: otherwise each attempt would have
 * a different template.
 */
export const attemptAnnotation = 'flinkdeployment.flink.apache.org/attempt'
