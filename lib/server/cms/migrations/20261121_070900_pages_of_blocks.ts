import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Pages and news of blocks, the words around auctions, the whole page meta, the shop’s products and orders, feedback,
 * redirects, scheduled publishing. A page’s one text becomes its first block.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "cms"."enum_orders_status" AS ENUM('new', 'in_work', 'done', 'declined', 'spam');
  CREATE TYPE "cms"."enum_orders_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__orders_v_version_status" AS ENUM('new', 'in_work', 'done', 'declined', 'spam');
  CREATE TYPE "cms"."enum__orders_v_version_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_feedback_status" AS ENUM('new', 'in_work', 'answered', 'closed');
  CREATE TYPE "cms"."enum_feedback_topic" AS ENUM('question', 'auction', 'documents', 'agreement', 'technical', 'other');
  CREATE TYPE "cms"."enum__feedback_v_version_status" AS ENUM('new', 'in_work', 'answered', 'closed');
  CREATE TYPE "cms"."enum__feedback_v_version_topic" AS ENUM('question', 'auction', 'documents', 'agreement', 'technical', 'other');
  CREATE TYPE "cms"."enum_pages_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_pages_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum__pages_v_version_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum__pages_v_version_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum_auction_pages_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_auction_pages_kind" AS ENUM('landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page');
  CREATE TYPE "cms"."enum_auction_pages_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum_auction_pages_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum__auction_pages_v_version_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum__auction_pages_v_version_kind" AS ENUM('landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page');
  CREATE TYPE "cms"."enum__auction_pages_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum__auction_pages_v_published_locale" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__auction_pages_v_version_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum_news_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_news_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum__news_v_version_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum__news_v_version_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum_payload_jobs_log_task_slug" AS ENUM('inline', 'schedulePublish');
  CREATE TYPE "cms"."enum_payload_jobs_log_state" AS ENUM('failed', 'succeeded');
  CREATE TYPE "cms"."enum_payload_jobs_task_slug" AS ENUM('inline', 'schedulePublish');
  CREATE TYPE "cms"."enum_settings_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_settings_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TABLE "cms"."products_facts" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL
  );

  CREATE TABLE "cms"."products_facts_locales" (
  	"name" varchar NOT NULL,
  	"value" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );

  CREATE TABLE "cms"."products" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"minimum_volume" varchar NOT NULL,
  	"image_id" integer,
  	"category_id" integer,
  	"is_offered" boolean DEFAULT true,
  	"sort_order" numeric DEFAULT 0 NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."products_locales" (
  	"name" varchar NOT NULL,
  	"summary" varchar NOT NULL,
  	"unit" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );

  CREATE TABLE "cms"."orders" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"status" "cms"."enum_orders_status" DEFAULT 'new' NOT NULL,
  	"number" numeric NOT NULL,
  	"language" "cms"."enum_orders_language" DEFAULT 'uk' NOT NULL,
  	"product_id" integer NOT NULL,
  	"volume" varchar NOT NULL,
  	"unit" varchar NOT NULL,
  	"company" varchar NOT NULL,
  	"edrpou" varchar NOT NULL,
  	"name" varchar NOT NULL,
  	"position" varchar NOT NULL,
  	"phone" varchar NOT NULL,
  	"email" varchar NOT NULL,
  	"comment" varchar,
  	"manager_note" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."_orders_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_status" "cms"."enum__orders_v_version_status" DEFAULT 'new' NOT NULL,
  	"version_number" numeric NOT NULL,
  	"version_language" "cms"."enum__orders_v_version_language" DEFAULT 'uk' NOT NULL,
  	"version_product_id" integer NOT NULL,
  	"version_volume" varchar NOT NULL,
  	"version_unit" varchar NOT NULL,
  	"version_company" varchar NOT NULL,
  	"version_edrpou" varchar NOT NULL,
  	"version_name" varchar NOT NULL,
  	"version_position" varchar NOT NULL,
  	"version_phone" varchar NOT NULL,
  	"version_email" varchar NOT NULL,
  	"version_comment" varchar,
  	"version_manager_note" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."feedback" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"status" "cms"."enum_feedback_status" DEFAULT 'new' NOT NULL,
  	"company_id" integer NOT NULL,
  	"topic" "cms"."enum_feedback_topic" NOT NULL,
  	"subject" varchar NOT NULL,
  	"message" varchar NOT NULL,
  	"file_ids" jsonb DEFAULT '[]'::jsonb,
  	"answer" varchar,
  	"answered_at" timestamp(3) with time zone,
  	"answered_by_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."_feedback_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_status" "cms"."enum__feedback_v_version_status" DEFAULT 'new' NOT NULL,
  	"version_company_id" integer NOT NULL,
  	"version_topic" "cms"."enum__feedback_v_version_topic" NOT NULL,
  	"version_subject" varchar NOT NULL,
  	"version_message" varchar NOT NULL,
  	"version_file_ids" jsonb DEFAULT '[]'::jsonb,
  	"version_answer" varchar,
  	"version_answered_at" timestamp(3) with time zone,
  	"version_answered_by_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."pages_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"snippet" varchar
  );

  CREATE TABLE "cms"."_pages_v_version_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"snippet" varchar,
  	"_uuid" varchar
  );

  CREATE TABLE "cms"."auction_pages_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"snippet" varchar
  );

  CREATE TABLE "cms"."auction_pages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"blocks" jsonb,
  	"meta_favicon_id" integer,
  	"meta_og_image_id" integer,
  	"meta_og_url" varchar,
  	"meta_og_type" "cms"."enum_auction_pages_meta_og_type",
  	"meta_image_id" integer,
  	"meta_schema" varchar,
  	"kind" "cms"."enum_auction_pages_kind",
  	"category_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "cms"."enum_auction_pages_status" DEFAULT 'draft'
  );

  CREATE TABLE "cms"."auction_pages_locales" (
  	"title" varchar,
  	"meta_title" varchar,
  	"meta_description" varchar,
  	"meta_og_title" varchar,
  	"meta_og_description" varchar,
  	"meta_og_locale" "cms"."enum_auction_pages_meta_og_locale",
  	"meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );

  CREATE TABLE "cms"."_auction_pages_v_version_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"snippet" varchar,
  	"_uuid" varchar
  );

  CREATE TABLE "cms"."_auction_pages_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_blocks" jsonb,
  	"version_meta_favicon_id" integer,
  	"version_meta_og_image_id" integer,
  	"version_meta_og_url" varchar,
  	"version_meta_og_type" "cms"."enum__auction_pages_v_version_meta_og_type",
  	"version_meta_image_id" integer,
  	"version_meta_schema" varchar,
  	"version_kind" "cms"."enum__auction_pages_v_version_kind",
  	"version_category_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "cms"."enum__auction_pages_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"snapshot" boolean,
  	"published_locale" "cms"."enum__auction_pages_v_published_locale",
  	"latest" boolean,
  	"autosave" boolean
  );

  CREATE TABLE "cms"."_auction_pages_v_locales" (
  	"version_title" varchar,
  	"version_meta_title" varchar,
  	"version_meta_description" varchar,
  	"version_meta_og_title" varchar,
  	"version_meta_og_description" varchar,
  	"version_meta_og_locale" "cms"."enum__auction_pages_v_version_meta_og_locale",
  	"version_meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );

  CREATE TABLE "cms"."news_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"snippet" varchar
  );

  CREATE TABLE "cms"."_news_v_version_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"snippet" varchar,
  	"_uuid" varchar
  );

  CREATE TABLE "cms"."redirects" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"from" varchar NOT NULL,
  	"to" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."payload_jobs_log" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"executed_at" timestamp(3) with time zone NOT NULL,
  	"completed_at" timestamp(3) with time zone NOT NULL,
  	"task_slug" "cms"."enum_payload_jobs_log_task_slug" NOT NULL,
  	"task_i_d" varchar NOT NULL,
  	"input" jsonb,
  	"output" jsonb,
  	"state" "cms"."enum_payload_jobs_log_state" NOT NULL,
  	"error" jsonb
  );

  CREATE TABLE "cms"."payload_jobs" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"input" jsonb,
  	"completed_at" timestamp(3) with time zone,
  	"total_tried" numeric DEFAULT 0,
  	"has_error" boolean DEFAULT false,
  	"error" jsonb,
  	"task_slug" "cms"."enum_payload_jobs_task_slug",
  	"queue" varchar DEFAULT 'default',
  	"wait_until" timestamp(3) with time zone,
  	"processing" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );

  CREATE TABLE "cms"."settings_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"snippet" varchar
  );

  DROP INDEX "cms"."pages_meta_image_idx";
  DROP INDEX "cms"."_pages_v_version_version_meta_image_idx";
  DROP INDEX "cms"."news_meta_image_idx";
  DROP INDEX "cms"."_news_v_version_version_meta_image_idx";
  ALTER TABLE "cms"."pages" ADD COLUMN "blocks" jsonb;
  ALTER TABLE "cms"."pages" ADD COLUMN "meta_favicon_id" integer;
  ALTER TABLE "cms"."pages" ADD COLUMN "meta_og_image_id" integer;
  ALTER TABLE "cms"."pages" ADD COLUMN "meta_og_url" varchar;
  ALTER TABLE "cms"."pages" ADD COLUMN "meta_og_type" "cms"."enum_pages_meta_og_type";
  ALTER TABLE "cms"."pages" ADD COLUMN "meta_schema" varchar;
  ALTER TABLE "cms"."pages_locales" ADD COLUMN "meta_og_title" varchar;
  ALTER TABLE "cms"."pages_locales" ADD COLUMN "meta_og_description" varchar;
  ALTER TABLE "cms"."pages_locales" ADD COLUMN "meta_og_locale" "cms"."enum_pages_meta_og_locale";
  ALTER TABLE "cms"."pages_locales" ADD COLUMN "meta_og_site_name" varchar;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_blocks" jsonb;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_favicon_id" integer;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_og_image_id" integer;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_og_url" varchar;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_og_type" "cms"."enum__pages_v_version_meta_og_type";
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_schema" varchar;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "autosave" boolean;
  ALTER TABLE "cms"."_pages_v_locales" ADD COLUMN "version_meta_og_title" varchar;
  ALTER TABLE "cms"."_pages_v_locales" ADD COLUMN "version_meta_og_description" varchar;
  ALTER TABLE "cms"."_pages_v_locales" ADD COLUMN "version_meta_og_locale" "cms"."enum__pages_v_version_meta_og_locale";
  ALTER TABLE "cms"."_pages_v_locales" ADD COLUMN "version_meta_og_site_name" varchar;
  ALTER TABLE "cms"."news" ADD COLUMN "blocks" jsonb;
  ALTER TABLE "cms"."news" ADD COLUMN "meta_favicon_id" integer;
  ALTER TABLE "cms"."news" ADD COLUMN "meta_og_image_id" integer;
  ALTER TABLE "cms"."news" ADD COLUMN "meta_og_url" varchar;
  ALTER TABLE "cms"."news" ADD COLUMN "meta_og_type" "cms"."enum_news_meta_og_type";
  ALTER TABLE "cms"."news" ADD COLUMN "meta_schema" varchar;
  ALTER TABLE "cms"."news_locales" ADD COLUMN "meta_og_title" varchar;
  ALTER TABLE "cms"."news_locales" ADD COLUMN "meta_og_description" varchar;
  ALTER TABLE "cms"."news_locales" ADD COLUMN "meta_og_locale" "cms"."enum_news_meta_og_locale";
  ALTER TABLE "cms"."news_locales" ADD COLUMN "meta_og_site_name" varchar;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_blocks" jsonb;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_favicon_id" integer;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_og_image_id" integer;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_og_url" varchar;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_og_type" "cms"."enum__news_v_version_meta_og_type";
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_schema" varchar;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "autosave" boolean;
  ALTER TABLE "cms"."_news_v_locales" ADD COLUMN "version_meta_og_title" varchar;
  ALTER TABLE "cms"."_news_v_locales" ADD COLUMN "version_meta_og_description" varchar;
  ALTER TABLE "cms"."_news_v_locales" ADD COLUMN "version_meta_og_locale" "cms"."enum__news_v_version_meta_og_locale";
  ALTER TABLE "cms"."_news_v_locales" ADD COLUMN "version_meta_og_site_name" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_url" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_width" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_height" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_mime_type" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_filesize" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_small_filename" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_url" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_width" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_height" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_mime_type" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_filesize" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_medium_filename" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_url" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_width" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_height" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_mime_type" varchar;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_filesize" numeric;
  ALTER TABLE "cms"."media" ADD COLUMN "sizes_large_filename" varchar;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "products_id" integer;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "orders_id" integer;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "feedback_id" integer;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "auction_pages_id" integer;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "redirects_id" integer;
  ALTER TABLE "cms"."settings" ADD COLUMN "favicon_id" integer;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_favicon_id" integer;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_og_image_id" integer;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_og_url" varchar;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_og_type" "cms"."enum_settings_meta_og_type";
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_image_id" integer;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_schema" varchar;
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_title" varchar;
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_description" varchar;
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_og_title" varchar;
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_og_description" varchar;
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_og_locale" "cms"."enum_settings_meta_og_locale";
  ALTER TABLE "cms"."settings_locales" ADD COLUMN "meta_og_site_name" varchar;
  ALTER TABLE "cms"."products_facts" ADD CONSTRAINT "products_facts_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."products_facts_locales" ADD CONSTRAINT "products_facts_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."products_facts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."products" ADD CONSTRAINT "products_image_id_media_id_fk" FOREIGN KEY ("image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."products_locales" ADD CONSTRAINT "products_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "cms"."products"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_orders_v" ADD CONSTRAINT "_orders_v_parent_id_orders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."orders"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_orders_v" ADD CONSTRAINT "_orders_v_version_product_id_products_id_fk" FOREIGN KEY ("version_product_id") REFERENCES "cms"."products"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."feedback" ADD CONSTRAINT "feedback_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "cms"."companies"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."feedback" ADD CONSTRAINT "feedback_answered_by_id_staff_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "cms"."staff"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_feedback_v" ADD CONSTRAINT "_feedback_v_parent_id_feedback_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."feedback"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_feedback_v" ADD CONSTRAINT "_feedback_v_version_company_id_companies_id_fk" FOREIGN KEY ("version_company_id") REFERENCES "cms"."companies"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_feedback_v" ADD CONSTRAINT "_feedback_v_version_answered_by_id_staff_id_fk" FOREIGN KEY ("version_answered_by_id") REFERENCES "cms"."staff"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."pages_meta_micro_marking" ADD CONSTRAINT "pages_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v_version_meta_micro_marking" ADD CONSTRAINT "_pages_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages_meta_micro_marking" ADD CONSTRAINT "auction_pages_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages_locales" ADD CONSTRAINT "auction_pages_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v_version_meta_micro_marking" ADD CONSTRAINT "_auction_pages_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auction_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_parent_id_auction_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_image_id_media_id_fk" FOREIGN KEY ("version_meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_category_id_categories_id_fk" FOREIGN KEY ("version_category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v_locales" ADD CONSTRAINT "_auction_pages_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auction_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."news_meta_micro_marking" ADD CONSTRAINT "news_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."news"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_news_v_version_meta_micro_marking" ADD CONSTRAINT "_news_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_news_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_jobs_log" ADD CONSTRAINT "payload_jobs_log_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."payload_jobs"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_meta_micro_marking" ADD CONSTRAINT "settings_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "products_facts_order_idx" ON "cms"."products_facts" USING btree ("_order");
  CREATE INDEX "products_facts_parent_id_idx" ON "cms"."products_facts" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "products_facts_locales_locale_parent_id_unique" ON "cms"."products_facts_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "products_image_idx" ON "cms"."products" USING btree ("image_id");
  CREATE INDEX "products_category_idx" ON "cms"."products" USING btree ("category_id");
  CREATE INDEX "products_is_offered_idx" ON "cms"."products" USING btree ("is_offered");
  CREATE INDEX "products_updated_at_idx" ON "cms"."products" USING btree ("updated_at");
  CREATE INDEX "products_created_at_idx" ON "cms"."products" USING btree ("created_at");
  CREATE UNIQUE INDEX "products_locales_locale_parent_id_unique" ON "cms"."products_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "orders_status_idx" ON "cms"."orders" USING btree ("status");
  CREATE UNIQUE INDEX "orders_number_idx" ON "cms"."orders" USING btree ("number");
  CREATE INDEX "orders_product_idx" ON "cms"."orders" USING btree ("product_id");
  CREATE INDEX "orders_company_idx" ON "cms"."orders" USING btree ("company");
  CREATE INDEX "orders_edrpou_idx" ON "cms"."orders" USING btree ("edrpou");
  CREATE INDEX "orders_email_idx" ON "cms"."orders" USING btree ("email");
  CREATE INDEX "orders_updated_at_idx" ON "cms"."orders" USING btree ("updated_at");
  CREATE INDEX "orders_created_at_idx" ON "cms"."orders" USING btree ("created_at");
  CREATE INDEX "_orders_v_parent_idx" ON "cms"."_orders_v" USING btree ("parent_id");
  CREATE INDEX "_orders_v_version_version_status_idx" ON "cms"."_orders_v" USING btree ("version_status");
  CREATE INDEX "_orders_v_version_version_number_idx" ON "cms"."_orders_v" USING btree ("version_number");
  CREATE INDEX "_orders_v_version_version_product_idx" ON "cms"."_orders_v" USING btree ("version_product_id");
  CREATE INDEX "_orders_v_version_version_company_idx" ON "cms"."_orders_v" USING btree ("version_company");
  CREATE INDEX "_orders_v_version_version_edrpou_idx" ON "cms"."_orders_v" USING btree ("version_edrpou");
  CREATE INDEX "_orders_v_version_version_email_idx" ON "cms"."_orders_v" USING btree ("version_email");
  CREATE INDEX "_orders_v_version_version_updated_at_idx" ON "cms"."_orders_v" USING btree ("version_updated_at");
  CREATE INDEX "_orders_v_version_version_created_at_idx" ON "cms"."_orders_v" USING btree ("version_created_at");
  CREATE INDEX "_orders_v_created_at_idx" ON "cms"."_orders_v" USING btree ("created_at");
  CREATE INDEX "_orders_v_updated_at_idx" ON "cms"."_orders_v" USING btree ("updated_at");
  CREATE INDEX "feedback_status_idx" ON "cms"."feedback" USING btree ("status");
  CREATE INDEX "feedback_company_idx" ON "cms"."feedback" USING btree ("company_id");
  CREATE INDEX "feedback_topic_idx" ON "cms"."feedback" USING btree ("topic");
  CREATE INDEX "feedback_answered_by_idx" ON "cms"."feedback" USING btree ("answered_by_id");
  CREATE INDEX "feedback_updated_at_idx" ON "cms"."feedback" USING btree ("updated_at");
  CREATE INDEX "feedback_created_at_idx" ON "cms"."feedback" USING btree ("created_at");
  CREATE INDEX "_feedback_v_parent_idx" ON "cms"."_feedback_v" USING btree ("parent_id");
  CREATE INDEX "_feedback_v_version_version_status_idx" ON "cms"."_feedback_v" USING btree ("version_status");
  CREATE INDEX "_feedback_v_version_version_company_idx" ON "cms"."_feedback_v" USING btree ("version_company_id");
  CREATE INDEX "_feedback_v_version_version_topic_idx" ON "cms"."_feedback_v" USING btree ("version_topic");
  CREATE INDEX "_feedback_v_version_version_answered_by_idx" ON "cms"."_feedback_v" USING btree ("version_answered_by_id");
  CREATE INDEX "_feedback_v_version_version_updated_at_idx" ON "cms"."_feedback_v" USING btree ("version_updated_at");
  CREATE INDEX "_feedback_v_version_version_created_at_idx" ON "cms"."_feedback_v" USING btree ("version_created_at");
  CREATE INDEX "_feedback_v_created_at_idx" ON "cms"."_feedback_v" USING btree ("created_at");
  CREATE INDEX "_feedback_v_updated_at_idx" ON "cms"."_feedback_v" USING btree ("updated_at");
  CREATE INDEX "pages_meta_micro_marking_order_idx" ON "cms"."pages_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "pages_meta_micro_marking_parent_id_idx" ON "cms"."pages_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "_pages_v_version_meta_micro_marking_order_idx" ON "cms"."_pages_v_version_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "_pages_v_version_meta_micro_marking_parent_id_idx" ON "cms"."_pages_v_version_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "auction_pages_meta_micro_marking_order_idx" ON "cms"."auction_pages_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "auction_pages_meta_micro_marking_parent_id_idx" ON "cms"."auction_pages_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "auction_pages_meta_meta_favicon_idx" ON "cms"."auction_pages" USING btree ("meta_favicon_id");
  CREATE INDEX "auction_pages_meta_og_meta_og_image_idx" ON "cms"."auction_pages" USING btree ("meta_og_image_id");
  CREATE INDEX "auction_pages_meta_meta_image_idx" ON "cms"."auction_pages" USING btree ("meta_image_id");
  CREATE INDEX "auction_pages_kind_idx" ON "cms"."auction_pages" USING btree ("kind");
  CREATE INDEX "auction_pages_category_idx" ON "cms"."auction_pages" USING btree ("category_id");
  CREATE INDEX "auction_pages_updated_at_idx" ON "cms"."auction_pages" USING btree ("updated_at");
  CREATE INDEX "auction_pages_created_at_idx" ON "cms"."auction_pages" USING btree ("created_at");
  CREATE INDEX "auction_pages__status_idx" ON "cms"."auction_pages" USING btree ("_status");
  CREATE UNIQUE INDEX "auction_pages_locales_locale_parent_id_unique" ON "cms"."auction_pages_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "_auction_pages_v_version_meta_micro_marking_order_idx" ON "cms"."_auction_pages_v_version_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "_auction_pages_v_version_meta_micro_marking_parent_id_idx" ON "cms"."_auction_pages_v_version_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "_auction_pages_v_parent_idx" ON "cms"."_auction_pages_v" USING btree ("parent_id");
  CREATE INDEX "_auction_pages_v_version_meta_version_meta_favicon_idx" ON "cms"."_auction_pages_v" USING btree ("version_meta_favicon_id");
  CREATE INDEX "_auction_pages_v_version_meta_og_version_meta_og_image_idx" ON "cms"."_auction_pages_v" USING btree ("version_meta_og_image_id");
  CREATE INDEX "_auction_pages_v_version_meta_version_meta_image_idx" ON "cms"."_auction_pages_v" USING btree ("version_meta_image_id");
  CREATE INDEX "_auction_pages_v_version_version_kind_idx" ON "cms"."_auction_pages_v" USING btree ("version_kind");
  CREATE INDEX "_auction_pages_v_version_version_category_idx" ON "cms"."_auction_pages_v" USING btree ("version_category_id");
  CREATE INDEX "_auction_pages_v_version_version_updated_at_idx" ON "cms"."_auction_pages_v" USING btree ("version_updated_at");
  CREATE INDEX "_auction_pages_v_version_version_created_at_idx" ON "cms"."_auction_pages_v" USING btree ("version_created_at");
  CREATE INDEX "_auction_pages_v_version_version__status_idx" ON "cms"."_auction_pages_v" USING btree ("version__status");
  CREATE INDEX "_auction_pages_v_created_at_idx" ON "cms"."_auction_pages_v" USING btree ("created_at");
  CREATE INDEX "_auction_pages_v_updated_at_idx" ON "cms"."_auction_pages_v" USING btree ("updated_at");
  CREATE INDEX "_auction_pages_v_snapshot_idx" ON "cms"."_auction_pages_v" USING btree ("snapshot");
  CREATE INDEX "_auction_pages_v_published_locale_idx" ON "cms"."_auction_pages_v" USING btree ("published_locale");
  CREATE INDEX "_auction_pages_v_latest_idx" ON "cms"."_auction_pages_v" USING btree ("latest");
  CREATE INDEX "_auction_pages_v_autosave_idx" ON "cms"."_auction_pages_v" USING btree ("autosave");
  CREATE UNIQUE INDEX "_auction_pages_v_locales_locale_parent_id_unique" ON "cms"."_auction_pages_v_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "news_meta_micro_marking_order_idx" ON "cms"."news_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "news_meta_micro_marking_parent_id_idx" ON "cms"."news_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "_news_v_version_meta_micro_marking_order_idx" ON "cms"."_news_v_version_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "_news_v_version_meta_micro_marking_parent_id_idx" ON "cms"."_news_v_version_meta_micro_marking" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "redirects_from_idx" ON "cms"."redirects" USING btree ("from");
  CREATE INDEX "redirects_updated_at_idx" ON "cms"."redirects" USING btree ("updated_at");
  CREATE INDEX "redirects_created_at_idx" ON "cms"."redirects" USING btree ("created_at");
  CREATE INDEX "payload_jobs_log_order_idx" ON "cms"."payload_jobs_log" USING btree ("_order");
  CREATE INDEX "payload_jobs_log_parent_id_idx" ON "cms"."payload_jobs_log" USING btree ("_parent_id");
  CREATE INDEX "payload_jobs_completed_at_idx" ON "cms"."payload_jobs" USING btree ("completed_at");
  CREATE INDEX "payload_jobs_total_tried_idx" ON "cms"."payload_jobs" USING btree ("total_tried");
  CREATE INDEX "payload_jobs_has_error_idx" ON "cms"."payload_jobs" USING btree ("has_error");
  CREATE INDEX "payload_jobs_task_slug_idx" ON "cms"."payload_jobs" USING btree ("task_slug");
  CREATE INDEX "payload_jobs_queue_idx" ON "cms"."payload_jobs" USING btree ("queue");
  CREATE INDEX "payload_jobs_wait_until_idx" ON "cms"."payload_jobs" USING btree ("wait_until");
  CREATE INDEX "payload_jobs_processing_idx" ON "cms"."payload_jobs" USING btree ("processing");
  CREATE INDEX "payload_jobs_updated_at_idx" ON "cms"."payload_jobs" USING btree ("updated_at");
  CREATE INDEX "payload_jobs_created_at_idx" ON "cms"."payload_jobs" USING btree ("created_at");
  CREATE INDEX "settings_meta_micro_marking_order_idx" ON "cms"."settings_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "settings_meta_micro_marking_parent_id_idx" ON "cms"."settings_meta_micro_marking" USING btree ("_parent_id");
  ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_products_fk" FOREIGN KEY ("products_id") REFERENCES "cms"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_orders_fk" FOREIGN KEY ("orders_id") REFERENCES "cms"."orders"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_feedback_fk" FOREIGN KEY ("feedback_id") REFERENCES "cms"."feedback"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_auction_pages_fk" FOREIGN KEY ("auction_pages_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_redirects_fk" FOREIGN KEY ("redirects_id") REFERENCES "cms"."redirects"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_favicon_id_media_id_fk" FOREIGN KEY ("favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "pages_meta_meta_favicon_idx" ON "cms"."pages" USING btree ("meta_favicon_id");
  CREATE INDEX "pages_meta_og_meta_og_image_idx" ON "cms"."pages" USING btree ("meta_og_image_id");
  CREATE INDEX "pages_meta_meta_image_idx" ON "cms"."pages" USING btree ("meta_image_id");
  CREATE INDEX "_pages_v_version_meta_version_meta_favicon_idx" ON "cms"."_pages_v" USING btree ("version_meta_favicon_id");
  CREATE INDEX "_pages_v_version_meta_og_version_meta_og_image_idx" ON "cms"."_pages_v" USING btree ("version_meta_og_image_id");
  CREATE INDEX "_pages_v_version_meta_version_meta_image_idx" ON "cms"."_pages_v" USING btree ("version_meta_image_id");
  CREATE INDEX "_pages_v_autosave_idx" ON "cms"."_pages_v" USING btree ("autosave");
  CREATE INDEX "news_meta_meta_favicon_idx" ON "cms"."news" USING btree ("meta_favicon_id");
  CREATE INDEX "news_meta_og_meta_og_image_idx" ON "cms"."news" USING btree ("meta_og_image_id");
  CREATE INDEX "news_meta_meta_image_idx" ON "cms"."news" USING btree ("meta_image_id");
  CREATE INDEX "_news_v_version_meta_version_meta_favicon_idx" ON "cms"."_news_v" USING btree ("version_meta_favicon_id");
  CREATE INDEX "_news_v_version_meta_og_version_meta_og_image_idx" ON "cms"."_news_v" USING btree ("version_meta_og_image_id");
  CREATE INDEX "_news_v_version_meta_version_meta_image_idx" ON "cms"."_news_v" USING btree ("version_meta_image_id");
  CREATE INDEX "_news_v_autosave_idx" ON "cms"."_news_v" USING btree ("autosave");
  CREATE INDEX "media_sizes_small_sizes_small_filename_idx" ON "cms"."media" USING btree ("sizes_small_filename");
  CREATE INDEX "media_sizes_medium_sizes_medium_filename_idx" ON "cms"."media" USING btree ("sizes_medium_filename");
  CREATE INDEX "media_sizes_large_sizes_large_filename_idx" ON "cms"."media" USING btree ("sizes_large_filename");
  CREATE INDEX "payload_locked_documents_rels_products_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("products_id");
  CREATE INDEX "payload_locked_documents_rels_orders_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("orders_id");
  CREATE INDEX "payload_locked_documents_rels_feedback_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("feedback_id");
  CREATE INDEX "payload_locked_documents_rels_auction_pages_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("auction_pages_id");
  CREATE INDEX "payload_locked_documents_rels_redirects_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("redirects_id");
  CREATE INDEX "settings_favicon_idx" ON "cms"."settings" USING btree ("favicon_id");
  CREATE INDEX "settings_meta_meta_favicon_idx" ON "cms"."settings" USING btree ("meta_favicon_id");
  CREATE INDEX "settings_meta_og_meta_og_image_idx" ON "cms"."settings" USING btree ("meta_og_image_id");
  CREATE INDEX "settings_meta_meta_image_idx" ON "cms"."settings" USING btree ("meta_image_id");`)
  await db.execute(sql`
    update cms.pages document set blocks = (
      select jsonb_build_array(jsonb_build_object(
        'id', md5(random()::text), 'blockType', 'text', 'content', jsonb_object_agg(words._locale, words.content)))
      from cms.pages_locales words where words._parent_id = document.id and words.content is not null)
    where exists (select from cms.pages_locales words where words._parent_id = document.id and words.content is not null);
    update cms.pages set meta_og_image_id = meta_image_id;
    update cms._pages_v document set version_blocks = (
      select jsonb_build_array(jsonb_build_object(
        'id', md5(random()::text), 'blockType', 'text', 'content', jsonb_object_agg(words._locale, words.version_content)))
      from cms._pages_v_locales words where words._parent_id = document.id and words.version_content is not null)
    where exists (select from cms._pages_v_locales words where words._parent_id = document.id and words.version_content is not null);
    update cms._pages_v set version_meta_og_image_id = version_meta_image_id;
    update cms.news document set blocks = (
      select jsonb_build_array(jsonb_build_object(
        'id', md5(random()::text), 'blockType', 'text', 'content', jsonb_object_agg(words._locale, words.content)))
      from cms.news_locales words where words._parent_id = document.id and words.content is not null)
    where exists (select from cms.news_locales words where words._parent_id = document.id and words.content is not null);
    update cms.news set meta_og_image_id = meta_image_id;
    update cms._news_v document set version_blocks = (
      select jsonb_build_array(jsonb_build_object(
        'id', md5(random()::text), 'blockType', 'text', 'content', jsonb_object_agg(words._locale, words.version_content)))
      from cms._news_v_locales words where words._parent_id = document.id and words.version_content is not null)
    where exists (select from cms._news_v_locales words where words._parent_id = document.id and words.version_content is not null);
    update cms._news_v set version_meta_og_image_id = version_meta_image_id;
  `)
  await db.execute(sql`
   ALTER TABLE "cms"."pages" DROP CONSTRAINT "pages_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."_pages_v" DROP CONSTRAINT "_pages_v_version_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."auction_pages" DROP CONSTRAINT "auction_pages_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."_auction_pages_v" DROP CONSTRAINT "_auction_pages_v_version_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."news" DROP CONSTRAINT "news_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."_news_v" DROP CONSTRAINT "_news_v_version_meta_image_id_media_id_fk";

  ALTER TABLE "cms"."settings" DROP CONSTRAINT "settings_meta_image_id_media_id_fk";

  DROP INDEX "cms"."pages_meta_meta_image_idx";
  DROP INDEX "cms"."_pages_v_version_meta_version_meta_image_idx";
  DROP INDEX "cms"."auction_pages_meta_meta_image_idx";
  DROP INDEX "cms"."_auction_pages_v_version_meta_version_meta_image_idx";
  DROP INDEX "cms"."news_meta_meta_image_idx";
  DROP INDEX "cms"."_news_v_version_meta_version_meta_image_idx";
  DROP INDEX "cms"."settings_meta_meta_image_idx";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_image_id";
  ALTER TABLE "cms"."pages_locales" DROP COLUMN "content";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_image_id";
  ALTER TABLE "cms"."_pages_v_locales" DROP COLUMN "version_content";
  ALTER TABLE "cms"."auction_pages" DROP COLUMN "meta_image_id";
  ALTER TABLE "cms"."_auction_pages_v" DROP COLUMN "version_meta_image_id";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_image_id";
  ALTER TABLE "cms"."news_locales" DROP COLUMN "content";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_image_id";
  ALTER TABLE "cms"."_news_v_locales" DROP COLUMN "version_content";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_image_id";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "cms"."pages" ADD COLUMN "meta_image_id" integer;
  ALTER TABLE "cms"."pages_locales" ADD COLUMN "content" jsonb;
  ALTER TABLE "cms"."_pages_v" ADD COLUMN "version_meta_image_id" integer;
  ALTER TABLE "cms"."_pages_v_locales" ADD COLUMN "version_content" jsonb;
  ALTER TABLE "cms"."auction_pages" ADD COLUMN "meta_image_id" integer;
  ALTER TABLE "cms"."_auction_pages_v" ADD COLUMN "version_meta_image_id" integer;
  ALTER TABLE "cms"."news" ADD COLUMN "meta_image_id" integer;
  ALTER TABLE "cms"."news_locales" ADD COLUMN "content" jsonb;
  ALTER TABLE "cms"."_news_v" ADD COLUMN "version_meta_image_id" integer;
  ALTER TABLE "cms"."_news_v_locales" ADD COLUMN "version_content" jsonb;
  ALTER TABLE "cms"."settings" ADD COLUMN "meta_image_id" integer;
  ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_meta_image_id_media_id_fk" FOREIGN KEY ("version_meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_image_id_media_id_fk" FOREIGN KEY ("version_meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_meta_image_id_media_id_fk" FOREIGN KEY ("version_meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_image_id_media_id_fk" FOREIGN KEY ("meta_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "pages_meta_meta_image_idx" ON "cms"."pages" USING btree ("meta_image_id");
  CREATE INDEX "_pages_v_version_meta_version_meta_image_idx" ON "cms"."_pages_v" USING btree ("version_meta_image_id");
  CREATE INDEX "auction_pages_meta_meta_image_idx" ON "cms"."auction_pages" USING btree ("meta_image_id");
  CREATE INDEX "_auction_pages_v_version_meta_version_meta_image_idx" ON "cms"."_auction_pages_v" USING btree ("version_meta_image_id");
  CREATE INDEX "news_meta_meta_image_idx" ON "cms"."news" USING btree ("meta_image_id");
  CREATE INDEX "_news_v_version_meta_version_meta_image_idx" ON "cms"."_news_v" USING btree ("version_meta_image_id");
  CREATE INDEX "settings_meta_meta_image_idx" ON "cms"."settings" USING btree ("meta_image_id");`)
  await db.execute(sql`
   ALTER TABLE "cms"."products_facts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."products_facts_locales" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."products" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."products_locales" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."orders" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_orders_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."feedback" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_feedback_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."pages_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_pages_v_version_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."auction_pages_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."auction_pages" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."auction_pages_locales" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_auction_pages_v_version_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_auction_pages_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_auction_pages_v_locales" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."news_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."_news_v_version_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."redirects" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."payload_jobs_log" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."payload_jobs" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "cms"."settings_meta_micro_marking" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "cms"."products_facts" CASCADE;
  DROP TABLE "cms"."products_facts_locales" CASCADE;
  DROP TABLE "cms"."products" CASCADE;
  DROP TABLE "cms"."products_locales" CASCADE;
  DROP TABLE "cms"."orders" CASCADE;
  DROP TABLE "cms"."_orders_v" CASCADE;
  DROP TABLE "cms"."feedback" CASCADE;
  DROP TABLE "cms"."_feedback_v" CASCADE;
  DROP TABLE "cms"."pages_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_pages_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."auction_pages_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."auction_pages" CASCADE;
  DROP TABLE "cms"."auction_pages_locales" CASCADE;
  DROP TABLE "cms"."_auction_pages_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_auction_pages_v" CASCADE;
  DROP TABLE "cms"."_auction_pages_v_locales" CASCADE;
  DROP TABLE "cms"."news_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_news_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."redirects" CASCADE;
  DROP TABLE "cms"."payload_jobs_log" CASCADE;
  DROP TABLE "cms"."payload_jobs" CASCADE;
  DROP TABLE "cms"."settings_meta_micro_marking" CASCADE;
  ALTER TABLE "cms"."pages" DROP CONSTRAINT "pages_meta_favicon_id_media_id_fk";

  ALTER TABLE "cms"."pages" DROP CONSTRAINT "pages_meta_og_image_id_media_id_fk";

  ALTER TABLE "cms"."_pages_v" DROP CONSTRAINT "_pages_v_version_meta_favicon_id_media_id_fk";

  ALTER TABLE "cms"."_pages_v" DROP CONSTRAINT "_pages_v_version_meta_og_image_id_media_id_fk";

  ALTER TABLE "cms"."news" DROP CONSTRAINT "news_meta_favicon_id_media_id_fk";

  ALTER TABLE "cms"."news" DROP CONSTRAINT "news_meta_og_image_id_media_id_fk";

  ALTER TABLE "cms"."_news_v" DROP CONSTRAINT "_news_v_version_meta_favicon_id_media_id_fk";

  ALTER TABLE "cms"."_news_v" DROP CONSTRAINT "_news_v_version_meta_og_image_id_media_id_fk";

  ALTER TABLE "cms"."payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_products_fk";

  ALTER TABLE "cms"."payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_orders_fk";

  ALTER TABLE "cms"."payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_feedback_fk";

  ALTER TABLE "cms"."payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_auction_pages_fk";

  ALTER TABLE "cms"."payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_redirects_fk";

  ALTER TABLE "cms"."settings" DROP CONSTRAINT "settings_favicon_id_media_id_fk";

  ALTER TABLE "cms"."settings" DROP CONSTRAINT "settings_meta_favicon_id_media_id_fk";

  ALTER TABLE "cms"."settings" DROP CONSTRAINT "settings_meta_og_image_id_media_id_fk";

  ALTER TABLE "cms"."settings" DROP CONSTRAINT "settings_meta_image_id_media_id_fk";

  DROP INDEX "cms"."pages_meta_meta_favicon_idx";
  DROP INDEX "cms"."pages_meta_og_meta_og_image_idx";
  DROP INDEX "cms"."pages_meta_meta_image_idx";
  DROP INDEX "cms"."_pages_v_version_meta_version_meta_favicon_idx";
  DROP INDEX "cms"."_pages_v_version_meta_og_version_meta_og_image_idx";
  DROP INDEX "cms"."_pages_v_version_meta_version_meta_image_idx";
  DROP INDEX "cms"."_pages_v_autosave_idx";
  DROP INDEX "cms"."news_meta_meta_favicon_idx";
  DROP INDEX "cms"."news_meta_og_meta_og_image_idx";
  DROP INDEX "cms"."news_meta_meta_image_idx";
  DROP INDEX "cms"."_news_v_version_meta_version_meta_favicon_idx";
  DROP INDEX "cms"."_news_v_version_meta_og_version_meta_og_image_idx";
  DROP INDEX "cms"."_news_v_version_meta_version_meta_image_idx";
  DROP INDEX "cms"."_news_v_autosave_idx";
  DROP INDEX "cms"."media_sizes_small_sizes_small_filename_idx";
  DROP INDEX "cms"."media_sizes_medium_sizes_medium_filename_idx";
  DROP INDEX "cms"."media_sizes_large_sizes_large_filename_idx";
  DROP INDEX "cms"."payload_locked_documents_rels_products_id_idx";
  DROP INDEX "cms"."payload_locked_documents_rels_orders_id_idx";
  DROP INDEX "cms"."payload_locked_documents_rels_feedback_id_idx";
  DROP INDEX "cms"."payload_locked_documents_rels_auction_pages_id_idx";
  DROP INDEX "cms"."payload_locked_documents_rels_redirects_id_idx";
  DROP INDEX "cms"."settings_favicon_idx";
  DROP INDEX "cms"."settings_meta_meta_favicon_idx";
  DROP INDEX "cms"."settings_meta_og_meta_og_image_idx";
  DROP INDEX "cms"."settings_meta_meta_image_idx";
  CREATE INDEX "pages_meta_image_idx" ON "cms"."pages" USING btree ("meta_image_id");
  CREATE INDEX "_pages_v_version_version_meta_image_idx" ON "cms"."_pages_v" USING btree ("version_meta_image_id");
  CREATE INDEX "news_meta_image_idx" ON "cms"."news" USING btree ("meta_image_id");
  CREATE INDEX "_news_v_version_version_meta_image_idx" ON "cms"."_news_v" USING btree ("version_meta_image_id");
  ALTER TABLE "cms"."pages" DROP COLUMN "blocks";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_favicon_id";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_og_image_id";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_og_url";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_og_type";
  ALTER TABLE "cms"."pages" DROP COLUMN "meta_schema";
  ALTER TABLE "cms"."pages_locales" DROP COLUMN "meta_og_title";
  ALTER TABLE "cms"."pages_locales" DROP COLUMN "meta_og_description";
  ALTER TABLE "cms"."pages_locales" DROP COLUMN "meta_og_locale";
  ALTER TABLE "cms"."pages_locales" DROP COLUMN "meta_og_site_name";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_blocks";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_favicon_id";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_og_image_id";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_og_url";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_og_type";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "version_meta_schema";
  ALTER TABLE "cms"."_pages_v" DROP COLUMN "autosave";
  ALTER TABLE "cms"."_pages_v_locales" DROP COLUMN "version_meta_og_title";
  ALTER TABLE "cms"."_pages_v_locales" DROP COLUMN "version_meta_og_description";
  ALTER TABLE "cms"."_pages_v_locales" DROP COLUMN "version_meta_og_locale";
  ALTER TABLE "cms"."_pages_v_locales" DROP COLUMN "version_meta_og_site_name";
  ALTER TABLE "cms"."news" DROP COLUMN "blocks";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_favicon_id";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_og_image_id";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_og_url";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_og_type";
  ALTER TABLE "cms"."news" DROP COLUMN "meta_schema";
  ALTER TABLE "cms"."news_locales" DROP COLUMN "meta_og_title";
  ALTER TABLE "cms"."news_locales" DROP COLUMN "meta_og_description";
  ALTER TABLE "cms"."news_locales" DROP COLUMN "meta_og_locale";
  ALTER TABLE "cms"."news_locales" DROP COLUMN "meta_og_site_name";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_blocks";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_favicon_id";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_og_image_id";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_og_url";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_og_type";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "version_meta_schema";
  ALTER TABLE "cms"."_news_v" DROP COLUMN "autosave";
  ALTER TABLE "cms"."_news_v_locales" DROP COLUMN "version_meta_og_title";
  ALTER TABLE "cms"."_news_v_locales" DROP COLUMN "version_meta_og_description";
  ALTER TABLE "cms"."_news_v_locales" DROP COLUMN "version_meta_og_locale";
  ALTER TABLE "cms"."_news_v_locales" DROP COLUMN "version_meta_og_site_name";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_url";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_width";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_height";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_mime_type";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_filesize";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_small_filename";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_url";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_width";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_height";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_mime_type";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_filesize";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_medium_filename";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_url";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_width";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_height";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_mime_type";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_filesize";
  ALTER TABLE "cms"."media" DROP COLUMN "sizes_large_filename";
  ALTER TABLE "cms"."payload_locked_documents_rels" DROP COLUMN "products_id";
  ALTER TABLE "cms"."payload_locked_documents_rels" DROP COLUMN "orders_id";
  ALTER TABLE "cms"."payload_locked_documents_rels" DROP COLUMN "feedback_id";
  ALTER TABLE "cms"."payload_locked_documents_rels" DROP COLUMN "auction_pages_id";
  ALTER TABLE "cms"."payload_locked_documents_rels" DROP COLUMN "redirects_id";
  ALTER TABLE "cms"."settings" DROP COLUMN "favicon_id";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_favicon_id";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_og_image_id";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_og_url";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_og_type";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_image_id";
  ALTER TABLE "cms"."settings" DROP COLUMN "meta_schema";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_title";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_description";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_og_title";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_og_description";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_og_locale";
  ALTER TABLE "cms"."settings_locales" DROP COLUMN "meta_og_site_name";
  DROP TYPE "cms"."enum_orders_status";
  DROP TYPE "cms"."enum_orders_language";
  DROP TYPE "cms"."enum__orders_v_version_status";
  DROP TYPE "cms"."enum__orders_v_version_language";
  DROP TYPE "cms"."enum_feedback_status";
  DROP TYPE "cms"."enum_feedback_topic";
  DROP TYPE "cms"."enum__feedback_v_version_status";
  DROP TYPE "cms"."enum__feedback_v_version_topic";
  DROP TYPE "cms"."enum_pages_meta_og_type";
  DROP TYPE "cms"."enum_pages_meta_og_locale";
  DROP TYPE "cms"."enum__pages_v_version_meta_og_type";
  DROP TYPE "cms"."enum__pages_v_version_meta_og_locale";
  DROP TYPE "cms"."enum_auction_pages_meta_og_type";
  DROP TYPE "cms"."enum_auction_pages_kind";
  DROP TYPE "cms"."enum_auction_pages_status";
  DROP TYPE "cms"."enum_auction_pages_meta_og_locale";
  DROP TYPE "cms"."enum__auction_pages_v_version_meta_og_type";
  DROP TYPE "cms"."enum__auction_pages_v_version_kind";
  DROP TYPE "cms"."enum__auction_pages_v_version_status";
  DROP TYPE "cms"."enum__auction_pages_v_published_locale";
  DROP TYPE "cms"."enum__auction_pages_v_version_meta_og_locale";
  DROP TYPE "cms"."enum_news_meta_og_type";
  DROP TYPE "cms"."enum_news_meta_og_locale";
  DROP TYPE "cms"."enum__news_v_version_meta_og_type";
  DROP TYPE "cms"."enum__news_v_version_meta_og_locale";
  DROP TYPE "cms"."enum_payload_jobs_log_task_slug";
  DROP TYPE "cms"."enum_payload_jobs_log_state";
  DROP TYPE "cms"."enum_payload_jobs_task_slug";
  DROP TYPE "cms"."enum_settings_meta_og_type";
  DROP TYPE "cms"."enum_settings_meta_og_locale";`)
}
