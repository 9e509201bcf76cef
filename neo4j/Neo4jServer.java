import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.io.ByteUnit;

/** Runs Neo4j Community on a directory and a port of the loopback interface; prints `ready` once it answers. */
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
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
