/**
 * Marks every object of one deploy attempt (design.md, section 3). Never in a pod template: that would make each attempt another template.
 */
export const attemptAnnotation = 'flinkdeployment.flink.apache.org/attempt'
