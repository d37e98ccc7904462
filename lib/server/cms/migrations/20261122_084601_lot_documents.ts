import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "cms"."enum_auctions_documents_kind" AS ENUM('draft_agreement', 'quality_certificate', 'delivery_schedule');
  CREATE TYPE "cms"."enum_auctions_documents_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__auctions_v_version_documents_kind" AS ENUM('draft_agreement', 'quality_certificate', 'delivery_schedule');
  CREATE TYPE "cms"."enum__auctions_v_version_documents_language" AS ENUM('uk', 'en', 'ru');
  CREATE TABLE "cms"."auctions_documents" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"kind" "cms"."enum_auctions_documents_kind",
  	"language" "cms"."enum_auctions_documents_language" DEFAULT 'uk',
  	"file_id" integer
  );
  
  CREATE TABLE "cms"."_auctions_v_version_documents" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"kind" "cms"."enum__auctions_v_version_documents_kind",
  	"language" "cms"."enum__auctions_v_version_documents_language" DEFAULT 'uk',
  	"file_id" integer,
  	"_uuid" varchar
  );
  
  CREATE TABLE "cms"."seller" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"edrpou" varchar,
  	"tax_number" varchar,
  	"eic" varchar,
  	"iban" varchar,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "cms"."seller_locales" (
  	"bank" varchar,
  	"address" varchar,
  	"signatory" varchar,
  	"authority" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  ALTER TABLE "cms"."auctions_documents" ADD CONSTRAINT "auctions_documents_file_id_media_id_fk" FOREIGN KEY ("file_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auctions_documents" ADD CONSTRAINT "auctions_documents_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auctions"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v_version_documents" ADD CONSTRAINT "_auctions_v_version_documents_file_id_media_id_fk" FOREIGN KEY ("file_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v_version_documents" ADD CONSTRAINT "_auctions_v_version_documents_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auctions_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."seller_locales" ADD CONSTRAINT "seller_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."seller"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "auctions_documents_order_idx" ON "cms"."auctions_documents" USING btree ("_order");
  CREATE INDEX "auctions_documents_parent_id_idx" ON "cms"."auctions_documents" USING btree ("_parent_id");
  CREATE INDEX "auctions_documents_file_idx" ON "cms"."auctions_documents" USING btree ("file_id");
  CREATE INDEX "_auctions_v_version_documents_order_idx" ON "cms"."_auctions_v_version_documents" USING btree ("_order");
  CREATE INDEX "_auctions_v_version_documents_parent_id_idx" ON "cms"."_auctions_v_version_documents" USING btree ("_parent_id");
  CREATE INDEX "_auctions_v_version_documents_file_idx" ON "cms"."_auctions_v_version_documents" USING btree ("file_id");
  CREATE UNIQUE INDEX "seller_locales_locale_parent_id_unique" ON "cms"."seller_locales" USING btree ("_locale","_parent_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "cms"."auctions_documents" CASCADE;
  DROP TABLE "cms"."_auctions_v_version_documents" CASCADE;
  DROP TABLE "cms"."seller" CASCADE;
  DROP TABLE "cms"."seller_locales" CASCADE;
  DROP TYPE "cms"."enum_auctions_documents_kind";
  DROP TYPE "cms"."enum_auctions_documents_language";
  DROP TYPE "cms"."enum__auctions_v_version_documents_kind";
  DROP TYPE "cms"."enum__auctions_v_version_documents_language";`)
}
