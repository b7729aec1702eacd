import type { FlinkDefaults } from './flink-defaults.ts'

const exports = [
  'java.base/sun.net.util',
  'java.rmi/sun.rmi.registry',
  'jdk.compiler/com.sun.tools.javac.api',
  'jdk.compiler/com.sun.tools.javac.file',
  'jdk.compiler/com.sun.tools.javac.parser',
  'jdk.compiler/com.sun.tools.javac.tree',
  'jdk.compiler/com.sun.tools.javac.util',
  'java.security.jgss/sun.security.krb5',
]
const opens = [
  'java.lang',
  'java.net',
  'java.io',
  'java.nio',
  'java.lang.reflect',
  'java.text',
  'java.time',
  'java.util',
  'java.util.concurrent',
  'java.util.concurrent.atomic',
  'java.util.concurrent.locks',
]

/**
 * JVM options for the module system on Java 17 and newer. The configuration in the image has them too, but the mounted one hides it.
 */
const javaModuleOptions = [
  ...exports.map(name => `--add-exports=${name}=ALL-UNNAMED`),
  ...opens.map(name => `--add-opens=java.base/${name}=ALL-UNNAMED`),
  '--add-opens=java.base/sun.nio.ch=ALL-UNNAMED',
].join(' ')

const versionPrefix = 'kubernetes.operator.default-configuration.flink-version.'

const log4jConsole = `monitorInterval=30
rootLogger.level = INFO
rootLogger.appenderRef.console.ref = ConsoleAppender
appender.console.name = ConsoleAppender
appender.console.type = CONSOLE
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{yyyy-MM-dd HH:mm:ss,SSS} %-5p %-60c %x - %m%n
logger.pekko.name = org.apache.pekko
logger.pekko.level = INFO
logger.kafka.name = org.apache.kafka
logger.kafka.level = INFO
logger.zookeeper.name = org.apache.zookeeper
logger.zookeeper.level = INFO
logger.netty.name = org.jboss.netty.channel.DefaultChannelPipeline
logger.netty.level = OFF
`

/**
 * The base configuration if no folder is configured. Equal to the one in the reference operator's chart (api-and-config.md, section 8). The
 * key of the Java module options depends on the version: since 1.19 Flink has a separate key, so that users can set `env.java.opts.all`.
 */
export const builtInDefaults: FlinkDefaults = {
  configuration: {
    'taskmanager.numberOfTaskSlots': '1',
    'parallelism.default': '1',
    [`${versionPrefix}v1_18.env.java.opts.all`]: javaModuleOptions,
    [`${versionPrefix}v1_19+.env.java.default-opts.all`]: javaModuleOptions,
  },
  logConfiguration: { 'log4j-console.properties': log4jConsole },
}
