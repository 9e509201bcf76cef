import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListenerAdapter;
import org.neo4j.io.ByteUnit;

/**
 * Runs Neo4j Community on a directory and a port of the loopback interface; prints `ready` once it answers. Ends when the database can do nothing
 * more, as after a full disk: it answers no question until it is started again, and recovers then.
 */
class Neo4jServer {
    public static void main(String[] arguments) throws InterruptedException {
        var home = Path.of(arguments[0]);
        var address = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
        var server = new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, address)
            .setConfig(GraphDatabaseSettings.auth_enabled, false)
            // By default a stop waits ten seconds for connections that nobody opens any more.
            .setConfig(GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period, 0)
            .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(128))
            .build();
        server.registerDatabaseEventListener(new DatabaseEventListenerAdapter() {
            @Override
            public void databasePanic(DatabaseEventContext context) {
                System.err.println("the database " + context.getDatabaseName() + " has to be started again");
                Runtime.getRuntime().halt(1);
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
