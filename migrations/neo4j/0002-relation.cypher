// Applied for each relation of the catalogue: `relation` stands for its id.

// What a subject points at, ascending; also keeps a relation from being there twice.
CREATE CONSTRAINT `relation by subject` IF NOT EXISTS
FOR ()-[relation:`relation`]-() REQUIRE (relation.subject, relation.object) IS UNIQUE;

// Who points at an object, ascending: a factory may have a million children.
CREATE INDEX `relation by object` IF NOT EXISTS FOR ()-[relation:`relation`]-() ON (relation.object, relation.subject);
