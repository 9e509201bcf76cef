import type { QueryRunner } from 'typeorm';

/** Statements that give a table or a view to those who could read or write `name` before. */
export async function grantsOn(
  runner: QueryRunner,
  name: string,
): Promise<readonly ((on: string) => string)[]> {
  const grants = await read<{ privilege: string; to: string }>(
    runner,
    `SELECT privilege_type AS privilege,
       concat(coalesce(quote_ident(rolname), 'PUBLIC'), CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END) AS to
     FROM pg_class CROSS JOIN aclexplode(relacl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
     WHERE pg_class.oid = $1::regclass AND grantee <> relowner`,
    [name],
  );
  return grants.map(
    ({ privilege, to }) =>
      (on) =>
        `GRANT ${privilege} ON ${on} TO ${to}`,
  );
}

/**
 * Drops views of these tables, and functions that give rows of them or of such a view: each is bound to the table it was made for. Returns what
 * makes them again.
 */
export async function dropReaders(runner: QueryRunner, tables: readonly string[]): Promise<string[]> {
  const views = await read<{ oid: number; name: string; create: string }>(
    runner,
    `SELECT DISTINCT view.oid, view.relname AS name, format('CREATE VIEW %I AS %s', view.relname, pg_get_viewdef(view.oid)) AS create
     FROM pg_depend JOIN pg_rewrite ON classid = 'pg_rewrite'::regclass AND pg_rewrite.oid = objid
     JOIN pg_class view ON view.oid = ev_class AND view.relkind = 'v'
     WHERE refclassid = 'pg_class'::regclass AND refobjid = ANY ($1::regclass[]::oid[]) AND view.oid <> refobjid ORDER BY 2`,
    [tables],
  );
  const functions = await read<{ name: string; create: string }>(
    runner,
    `SELECT pg_proc.oid::regprocedure AS name, pg_get_functiondef(pg_proc.oid) AS create
     FROM pg_proc JOIN pg_type ON pg_type.oid = prorettype
     WHERE typrelid = ANY ($1::regclass[]::oid[]) OR typrelid = ANY ($2::oid[]) ORDER BY 1`,
    [tables, views.map(({ oid }) => oid)],
  );
  const grants: string[] = [];
  for (const { name } of views) for (const grant of await grantsOn(runner, name)) grants.push(grant(name));
  for (const { name } of functions) await runner.query(`DROP FUNCTION ${name}`);
  for (const { name } of views) await runner.query(`DROP VIEW ${name}`);
  return [...[...views, ...functions].map(({ create }) => create), ...grants];
}

export async function read<Row>(
  runner: QueryRunner,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await runner.query(sql, [...values])) as readonly Row[];
}
