import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres';

/**
 * R1.2 asked of the auction's record instead of its applications: a lot that started without any is as frozen as one that
 * has them. The record lives in another schema, which is made after this one.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    drop function if exists cms.auction_has_applications(integer);
    create function cms.lot_is_frozen(auction integer) returns boolean
      language plpgsql stable as $$
    declare
      begun boolean;
    begin
      if to_regclass('portal.auction_heads') is null then
        return false;
      end if;
      execute 'select exists (select from portal.auction_heads where auction_id = $1)' into begun using auction;
      return begun;
    end
    $$;
  `);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`drop function cms.lot_is_frozen(integer)`);
}
