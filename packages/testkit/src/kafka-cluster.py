"""A Kafka cluster for tests: the one that librdkafka brings, which speaks the protocol on loopback ports and keeps messages in memory.

Prints where its servers are, then obeys one command a line, each answered with "ok". Ends with whoever started it.
"""

import ctypes
import sys

SERVERS = 2
PRODUCER = 0
PRODUCE_REQUEST = 0
ALL_SERVERS = -1
MANY = 1_000

library = ctypes.CDLL("librdkafka.so.1")
library.rd_kafka_conf_new.restype = ctypes.c_void_p
library.rd_kafka_new.restype = ctypes.c_void_p
library.rd_kafka_mock_cluster_new.restype = ctypes.c_void_p
library.rd_kafka_mock_cluster_bootstraps.restype = ctypes.c_char_p

why_not = ctypes.create_string_buffer(512)
quiet = ctypes.c_void_p(library.rd_kafka_conf_new())
library.rd_kafka_conf_set(quiet, b"log_level", b"0", None, ctypes.c_size_t(0))
client = library.rd_kafka_new(PRODUCER, quiet, why_not, ctypes.c_size_t(len(why_not)))
if client is None:
    sys.exit(why_not.value.decode())
cluster = ctypes.c_void_p(library.rd_kafka_mock_cluster_new(ctypes.c_void_p(client), SERVERS))


def down():
    """Disconnects everybody and lets nobody in. What it has stays."""
    return library.rd_kafka_mock_broker_set_down(cluster, ALL_SERVERS)


def up():
    return library.rd_kafka_mock_broker_set_up(cluster, ALL_SERVERS)


def create(topic, partitions):
    return library.rd_kafka_mock_topic_create(cluster, topic.encode(), int(partitions), SERVERS)


def hide(topic, code):
    """Whoever asks for the topic is told this error; 0: none any more."""
    library.rd_kafka_mock_topic_set_error(cluster, topic.encode(), int(code))
    return 0


def refuse(code):
    """Whoever writes is told this error; 0: none any more."""
    library.rd_kafka_mock_clear_request_errors(cluster, ctypes.c_int16(PRODUCE_REQUEST))
    if int(code) != 0:
        errors = (ctypes.c_int * MANY)(*[int(code)] * MANY)
        library.rd_kafka_mock_push_request_errors_array(cluster, ctypes.c_int16(PRODUCE_REQUEST), ctypes.c_size_t(MANY), errors)
    return 0


commands = {act.__name__: act for act in (down, up, create, hide, refuse)}
print(library.rd_kafka_mock_cluster_bootstraps(cluster).decode(), flush=True)
for line in sys.stdin:
    name, *rest = line.split()
    failure = commands[name](*rest)
    print("ok" if failure == 0 else f"{name}: error {failure}", flush=True)
