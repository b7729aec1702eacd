import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.flink.client.deployment.application.ApplicationConfiguration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.entrypoint.parser.CommandLineParser;
import org.apache.flink.runtime.entrypoint.parser.ParserResultFactory;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.util.bash.FlinkConfigLoader;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reads rendered configuration files and command lines with Flink's own classes. Arguments: a file of cases, a file for the answers.
 * A case: `directory` of the configuration file; `words`, the arguments of the entry point in standalone mode, or null in native mode;
 * `hostNetwork`: the pod is on the host's network, and FLINK_CONF_DIR is its directory; `asked`: keys of options, with the type of each.
 * Or only `jar`: which of its options have maps for values?
 */
public class ReadBack {
  static final ObjectMapper json = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    ArrayNode answers = json.createArrayNode();
    for (JsonNode one : json.readTree(new File(arguments[0]))) {
      ObjectNode answer = answers.addObject();
      try {
        read(one, answer);
      } catch (InvocationTargetException failure) {
        answer.put("refused", String.valueOf(failure.getCause()));
      } catch (Exception failure) {
        answer.put("refused", failure + " / " + failure.getCause());
      }
    }
    json.writeValue(new File(arguments[1]), answers);
  }

  static void read(JsonNode one, ObjectNode answer) throws Exception {
    if (one.has("jar")) {
      mapOptions(one.get("jar").asText(), answer);
      return;
    }
    String directory = one.get("directory").asText();
    Configuration configuration = GlobalConfiguration.loadConfiguration(directory);
    if (one.get("words").isNull()) {
      if (one.path("hostNetwork").asBoolean()) configuration = ofKubernetesEntryPoint();
      ApplicationConfiguration application = ApplicationConfiguration.fromConfiguration(configuration);
      put(answer, application.getProgramArguments(), application.getApplicationClassName());
      put(answer, SavepointRestoreSettings.fromConfiguration(configuration));
    } else {
      List<String> words = new ArrayList<>();
      for (JsonNode word : one.get("words")) words.add(word.asText());
      Object entry = parsed(directory, words);
      put(answer, (String[]) got(entry, "getArgs"), (String) got(entry, "getJobClassName"));
      put(answer, (SavepointRestoreSettings) got(entry, "getSavepointRestoreSettings"));
      sizedByScript(directory, words);
    }
    ArrayNode classpaths = answer.putArray("classpaths");
    for (String path : configuration.getOptional(PipelineOptions.CLASSPATHS).orElse(new ArrayList<>())) classpaths.add(path);
    answer.put("bindPort", configuration.get(RestOptions.BIND_PORT));
    ObjectNode values = answer.putObject("values");
    for (Iterator<Map.Entry<String, JsonNode>> it = one.path("asked").fields(); it.hasNext(); ) {
      Map.Entry<String, JsonNode> asked = it.next();
      values.set(asked.getKey(), valueOf(configuration, asked.getKey(), asked.getValue().asText()));
    }
  }

  /** The value of an option of this type; null: it is not there. What can't be read is a text that says so. */
  static JsonNode valueOf(Configuration configuration, String key, String type) {
    try {
      ConfigOptions.OptionBuilder option = ConfigOptions.key(key);
      switch (type) {
        case "List": return json.valueToTree(configuration.getOptional(option.stringType().asList().noDefaultValue()).orElse(null));
        case "Map": return json.valueToTree(configuration.getOptional(option.mapType().noDefaultValue()).orElse(null));
        case "Memory": return json.valueToTree(configuration.getOptional(option.memoryType().noDefaultValue()).map(MemorySize::getBytes).orElse(null));
        default: return json.valueToTree(configuration.getOptional(option.stringType().noDefaultValue()).orElse(null));
      }
    } catch (Exception failure) {
      return json.valueToTree("can't be read: " + failure);
    }
  }

  /** Of all classes of options in a jar the keys of those whose value is a map, or a list of maps. */
  static void mapOptions(String jar, ObjectNode answer) throws Exception {
    Method clazz = ConfigOption.class.getDeclaredMethod("getClazz");
    Method isList = ConfigOption.class.getDeclaredMethod("isList");
    clazz.setAccessible(true);
    isList.setAccessible(true);
    TreeSet<String> maps = new TreeSet<>(), lists = new TreeSet<>();
    try (JarFile file = new JarFile(jar)) {
      for (JarEntry entry : Collections.list(file.entries())) {
        String name = entry.getName();
        if (!name.matches("org/apache/flink/(?!.*shaded).*(Option|Configuration)[^/]*[.]class")) continue;
        try {
          Class<?> type = Class.forName(name.replace('/', '.').substring(0, name.length() - 6), false, ReadBack.class.getClassLoader());
          for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) || field.getType() != ConfigOption.class) continue;
            field.setAccessible(true);
            ConfigOption<?> option = (ConfigOption<?>) field.get(null);
            if (clazz.invoke(option) == Map.class) ((boolean) isList.invoke(option) ? lists : maps).add(option.key());
          }
        } catch (LinkageError needsAnotherJar) {
          continue;
        }
      }
    }
    answer.set("maps", json.valueToTree(maps));
    answer.set("lists", json.valueToTree(lists));
  }

  static void put(ObjectNode answer, String[] arguments, String mainClass) {
    ArrayNode list = answer.putArray("arguments");
    for (String argument : arguments) list.add(argument);
    answer.put("mainClass", mainClass);
  }

  static void put(ObjectNode answer, SavepointRestoreSettings settings) {
    answer.put("restorePath", settings.getRestorePath());
    answer.put("allowNonRestoredState", settings.allowNonRestoredState());
  }

  /** As the JobManager of a native cluster loads it: FLINK_CONF_DIR, with what the pod changes. */
  static Configuration ofKubernetesEntryPoint() throws Exception {
    Class<?> type = Class.forName("org.apache.flink.kubernetes.entrypoint.KubernetesEntrypointUtils");
    Method load = type.getDeclaredMethod("loadConfiguration", Configuration.class);
    load.setAccessible(true);
    return (Configuration) load.invoke(null, new Configuration());
  }

  /** As the main method of a standalone application reads its arguments. */
  @SuppressWarnings("unchecked")
  static Object parsed(String directory, List<String> words) throws Exception {
    Class<?> type = Class.forName("org.apache.flink.container.entrypoint.StandaloneApplicationClusterConfigurationParserFactory");
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    List<String> all = new ArrayList<>(Arrays.asList("--configDir", directory));
    all.addAll(words);
    return new CommandLineParser<>((ParserResultFactory<Object>) constructor.newInstance()).parse(all.toArray(new String[0]));
  }

  static Object got(Object entry, String name) throws Exception {
    for (Class<?> type = entry.getClass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          method.setAccessible(true);
          return method.invoke(entry);
        }
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** The start script hands its words, split once more at blanks, to a class that works out memory. It reads options behind `--` too. */
  static void sizedByScript(String directory, List<String> words) throws Exception {
    List<String> all = new ArrayList<>(Arrays.asList("--configDir", directory));
    for (String word : String.join(" ", words).split("[ \t\n]+")) if (!word.isEmpty()) all.add(word);
    FlinkConfigLoader.class.getMethod("loadConfiguration", String[].class).invoke(null, (Object) all.toArray(new String[0]));
  }
}
