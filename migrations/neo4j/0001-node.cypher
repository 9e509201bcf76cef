// Every statement of these files is applied at every start: each must do no harm where it has been applied before.

// What an address is found by.
CREATE CONSTRAINT address_is_unique IF NOT EXISTS FOR (address:Address) REQUIRE address.address IS UNIQUE;

// One place in the fact events per reader.
CREATE CONSTRAINT checkpoint_is_unique IF NOT EXISTS FOR (checkpoint:Checkpoint) REQUIRE checkpoint.name IS UNIQUE;
