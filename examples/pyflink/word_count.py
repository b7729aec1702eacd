"""Counts words of a stream that never ends."""

from pyflink.table import EnvironmentSettings, TableEnvironment
from pyflink.table.udf import udf


@udf(result_type="STRING")
def word(number):
    return ["to", "be", "or", "not"][number]


def main():
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    tables.create_temporary_function("word", word)
    tables.execute_sql("""
        CREATE TABLE numbers (number INT) WITH (
          'connector' = 'datagen', 'rows-per-second' = '5', 'fields.number.min' = '0', 'fields.number.max' = '3'
        )
    """)
    tables.execute_sql("CREATE TABLE counts (word STRING, times BIGINT) WITH ('connector' = 'print')")
    # no wait(): in an application cluster the JobManager runs this script, and the job goes on after its end
    tables.execute_sql("INSERT INTO counts SELECT w, COUNT(*) FROM (SELECT word(number) AS w FROM numbers) GROUP BY w")


if __name__ == "__main__":
    main()
