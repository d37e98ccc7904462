import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "cms"."_locales" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_auctions_documents_kind" AS ENUM('draft_agreement', 'quality_certificate', 'delivery_schedule');
  CREATE TYPE "cms"."enum_auctions_documents_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_auctions_visibility" AS ENUM('open', 'closed');
  CREATE TYPE "cms"."enum_auctions_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum__auctions_v_version_documents_kind" AS ENUM('draft_agreement', 'quality_certificate', 'delivery_schedule');
  CREATE TYPE "cms"."enum__auctions_v_version_documents_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__auctions_v_version_visibility" AS ENUM('open', 'closed');
  CREATE TYPE "cms"."enum__auctions_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum__auctions_v_published_locale" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_categories_key" AS ENUM('gas_condensate', 'natural_gas');
  CREATE TYPE "cms"."enum_categories_unit" AS ENUM('tonne', 'thousand_m3');
  CREATE TYPE "cms"."enum_companies_auction_kind" AS ENUM('gas_condensate', 'natural_gas', 'all');
  CREATE TYPE "cms"."enum_companies_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_agreements_status" AS ENUM('awaiting_signature', 'signed_by_buyer', 'current', 'archived');
  CREATE TYPE "cms"."enum_orders_status" AS ENUM('new', 'in_work', 'done', 'declined', 'spam');
  CREATE TYPE "cms"."enum_orders_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__orders_v_version_status" AS ENUM('new', 'in_work', 'done', 'declined', 'spam');
  CREATE TYPE "cms"."enum__orders_v_version_language" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum_feedback_status" AS ENUM('new', 'in_work', 'answered', 'closed');
  CREATE TYPE "cms"."enum_feedback_topic" AS ENUM('question', 'auction', 'documents', 'agreement', 'technical', 'other');
  CREATE TYPE "cms"."enum__feedback_v_version_status" AS ENUM('new', 'in_work', 'answered', 'closed');
  CREATE TYPE "cms"."enum__feedback_v_version_topic" AS ENUM('question', 'auction', 'documents', 'agreement', 'technical', 'other');
  CREATE TYPE "cms"."enum_pages_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_pages_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum_pages_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum__pages_v_version_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum__pages_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum__pages_v_published_locale" AS ENUM('uk', 'en', 'ru');
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
  CREATE TYPE "cms"."enum_news_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum_news_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum__news_v_version_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum__news_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "cms"."enum__news_v_published_locale" AS ENUM('uk', 'en', 'ru');
  CREATE TYPE "cms"."enum__news_v_version_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TYPE "cms"."enum_staff_role" AS ENUM('editor', 'accountant', 'dispatcher', 'manager', 'admin');
  CREATE TYPE "cms"."enum_payload_jobs_log_task_slug" AS ENUM('inline', 'schedulePublish');
  CREATE TYPE "cms"."enum_payload_jobs_log_state" AS ENUM('failed', 'succeeded');
  CREATE TYPE "cms"."enum_payload_jobs_task_slug" AS ENUM('inline', 'schedulePublish');
  CREATE TYPE "cms"."enum_settings_meta_og_type" AS ENUM('website', 'article', 'product');
  CREATE TYPE "cms"."enum_settings_meta_og_locale" AS ENUM('uk_UA', 'en_US', 'en_GB', 'ru_UA');
  CREATE TABLE "cms"."auctions_documents" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"kind" "cms"."enum_auctions_documents_kind",
  	"language" "cms"."enum_auctions_documents_language" DEFAULT 'uk',
  	"file_id" integer
  );
  
  CREATE TABLE "cms"."auctions" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"volume" varchar,
  	"starting_price" varchar,
  	"minimum_step" varchar,
  	"maximum_step" varchar,
  	"minimum_quantity" varchar,
  	"quantity_step" varchar,
  	"application_deadline" timestamp(3) with time zone,
  	"question_deadline" timestamp(3) with time zone,
  	"starts_at" timestamp(3) with time zone,
  	"ends_at" timestamp(3) with time zone,
  	"hard_end_at" timestamp(3) with time zone,
  	"minimum_participants" numeric DEFAULT 1,
  	"extension_minutes" numeric DEFAULT 3,
  	"visibility" "cms"."enum_auctions_visibility" DEFAULT 'open',
  	"automatic_bids" boolean DEFAULT false,
  	"outside_hours_confirmed" boolean DEFAULT false,
  	"shipment_until" varchar,
  	"payment_plan" jsonb,
  	"deposit_rate" varchar,
  	"deposit_deadline" timestamp(3) with time zone,
  	"deposit_recipient" varchar,
  	"deposit_iban" varchar,
  	"deposit_edrpou" varchar,
  	"deposit_bank" varchar,
  	"number" numeric,
  	"category_id" integer,
  	"slug" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "cms"."enum_auctions_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "cms"."auctions_locales" (
  	"title" varchar,
  	"payment_terms" varchar,
  	"payment_period" varchar,
  	"shipment_period" varchar,
  	"transfer_point" varchar,
  	"resource" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
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
  
  CREATE TABLE "cms"."_auctions_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_volume" varchar,
  	"version_starting_price" varchar,
  	"version_minimum_step" varchar,
  	"version_maximum_step" varchar,
  	"version_minimum_quantity" varchar,
  	"version_quantity_step" varchar,
  	"version_application_deadline" timestamp(3) with time zone,
  	"version_question_deadline" timestamp(3) with time zone,
  	"version_starts_at" timestamp(3) with time zone,
  	"version_ends_at" timestamp(3) with time zone,
  	"version_hard_end_at" timestamp(3) with time zone,
  	"version_minimum_participants" numeric DEFAULT 1,
  	"version_extension_minutes" numeric DEFAULT 3,
  	"version_visibility" "cms"."enum__auctions_v_version_visibility" DEFAULT 'open',
  	"version_automatic_bids" boolean DEFAULT false,
  	"version_outside_hours_confirmed" boolean DEFAULT false,
  	"version_shipment_until" varchar,
  	"version_payment_plan" jsonb,
  	"version_deposit_rate" varchar,
  	"version_deposit_deadline" timestamp(3) with time zone,
  	"version_deposit_recipient" varchar,
  	"version_deposit_iban" varchar,
  	"version_deposit_edrpou" varchar,
  	"version_deposit_bank" varchar,
  	"version_number" numeric,
  	"version_category_id" integer,
  	"version_slug" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "cms"."enum__auctions_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"snapshot" boolean,
  	"published_locale" "cms"."enum__auctions_v_published_locale",
  	"latest" boolean
  );
  
  CREATE TABLE "cms"."_auctions_v_locales" (
  	"version_title" varchar,
  	"version_payment_terms" varchar,
  	"version_payment_period" varchar,
  	"version_shipment_period" varchar,
  	"version_transfer_point" varchar,
  	"version_resource" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."categories" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" "cms"."enum_categories_key" NOT NULL,
  	"unit" "cms"."enum_categories_unit" NOT NULL,
  	"sort_order" numeric DEFAULT 0 NOT NULL,
  	"slug" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."categories_locales" (
  	"name" varchar NOT NULL,
  	"unit_label" varchar NOT NULL,
  	"price_unit_label" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."companies" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"company_name" varchar NOT NULL,
  	"company_short_name" varchar NOT NULL,
  	"edrpou" varchar NOT NULL,
  	"eic" varchar NOT NULL,
  	"iban" varchar NOT NULL,
  	"tax_number" varchar,
  	"bank" varchar,
  	"address" varchar,
  	"signatory" varchar,
  	"authority" varchar,
  	"surname" varchar NOT NULL,
  	"name" varchar NOT NULL,
  	"patronymic" varchar,
  	"email" varchar NOT NULL,
  	"phone" varchar NOT NULL,
  	"auction_kind" "cms"."enum_companies_auction_kind" DEFAULT 'all' NOT NULL,
  	"language" "cms"."enum_companies_language" DEFAULT 'uk' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."agreements" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"number" varchar NOT NULL,
  	"company_id" integer NOT NULL,
  	"auction_id" integer,
  	"quantity" varchar NOT NULL,
  	"price" varchar NOT NULL,
  	"sum" varchar NOT NULL,
  	"deposit" varchar,
  	"starts_on" timestamp(3) with time zone,
  	"ends_on" timestamp(3) with time zone,
  	"status" "cms"."enum_agreements_status" DEFAULT 'awaiting_signature' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."agreements_locales" (
  	"name" varchar NOT NULL,
  	"product" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
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
  
  CREATE TABLE "cms"."pages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"blocks" jsonb,
  	"meta_favicon_id" integer,
  	"meta_og_image_id" integer,
  	"meta_og_url" varchar,
  	"meta_og_type" "cms"."enum_pages_meta_og_type",
  	"meta_schema" varchar,
  	"slug" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "cms"."enum_pages_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "cms"."pages_locales" (
  	"title" varchar,
  	"meta_title" varchar,
  	"meta_description" varchar,
  	"meta_og_title" varchar,
  	"meta_og_description" varchar,
  	"meta_og_locale" "cms"."enum_pages_meta_og_locale",
  	"meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."_pages_v_version_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"snippet" varchar,
  	"_uuid" varchar
  );
  
  CREATE TABLE "cms"."_pages_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_blocks" jsonb,
  	"version_meta_favicon_id" integer,
  	"version_meta_og_image_id" integer,
  	"version_meta_og_url" varchar,
  	"version_meta_og_type" "cms"."enum__pages_v_version_meta_og_type",
  	"version_meta_schema" varchar,
  	"version_slug" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "cms"."enum__pages_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"snapshot" boolean,
  	"published_locale" "cms"."enum__pages_v_published_locale",
  	"latest" boolean,
  	"autosave" boolean
  );
  
  CREATE TABLE "cms"."_pages_v_locales" (
  	"version_title" varchar,
  	"version_meta_title" varchar,
  	"version_meta_description" varchar,
  	"version_meta_og_title" varchar,
  	"version_meta_og_description" varchar,
  	"version_meta_og_locale" "cms"."enum__pages_v_version_meta_og_locale",
  	"version_meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
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
  
  CREATE TABLE "cms"."news" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"image_id" integer,
  	"blocks" jsonb,
  	"meta_favicon_id" integer,
  	"meta_og_image_id" integer,
  	"meta_og_url" varchar,
  	"meta_og_type" "cms"."enum_news_meta_og_type",
  	"meta_schema" varchar,
  	"published_at" timestamp(3) with time zone,
  	"slug" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "cms"."enum_news_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "cms"."news_locales" (
  	"title" varchar,
  	"summary" varchar,
  	"meta_title" varchar,
  	"meta_description" varchar,
  	"meta_og_title" varchar,
  	"meta_og_description" varchar,
  	"meta_og_locale" "cms"."enum_news_meta_og_locale",
  	"meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."_news_v_version_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"snippet" varchar,
  	"_uuid" varchar
  );
  
  CREATE TABLE "cms"."_news_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_image_id" integer,
  	"version_blocks" jsonb,
  	"version_meta_favicon_id" integer,
  	"version_meta_og_image_id" integer,
  	"version_meta_og_url" varchar,
  	"version_meta_og_type" "cms"."enum__news_v_version_meta_og_type",
  	"version_meta_schema" varchar,
  	"version_published_at" timestamp(3) with time zone,
  	"version_slug" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "cms"."enum__news_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"snapshot" boolean,
  	"published_locale" "cms"."enum__news_v_published_locale",
  	"latest" boolean,
  	"autosave" boolean
  );
  
  CREATE TABLE "cms"."_news_v_locales" (
  	"version_title" varchar,
  	"version_summary" varchar,
  	"version_meta_title" varchar,
  	"version_meta_description" varchar,
  	"version_meta_og_title" varchar,
  	"version_meta_og_description" varchar,
  	"version_meta_og_locale" "cms"."enum__news_v_version_meta_og_locale",
  	"version_meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."certificates" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"category_id" integer NOT NULL,
  	"file_id" integer NOT NULL,
  	"issued_on" timestamp(3) with time zone NOT NULL,
  	"valid_until" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."certificates_locales" (
  	"title" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."media" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"_objectkey" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"url" varchar,
  	"thumbnail_u_r_l" varchar,
  	"filename" varchar,
  	"mime_type" varchar,
  	"filesize" numeric,
  	"width" numeric,
  	"height" numeric,
  	"focal_x" numeric,
  	"focal_y" numeric,
  	"sizes_small_url" varchar,
  	"sizes_small_width" numeric,
  	"sizes_small_height" numeric,
  	"sizes_small_mime_type" varchar,
  	"sizes_small_filesize" numeric,
  	"sizes_small_filename" varchar,
  	"sizes_medium_url" varchar,
  	"sizes_medium_width" numeric,
  	"sizes_medium_height" numeric,
  	"sizes_medium_mime_type" varchar,
  	"sizes_medium_filesize" numeric,
  	"sizes_medium_filename" varchar,
  	"sizes_large_url" varchar,
  	"sizes_large_width" numeric,
  	"sizes_large_height" numeric,
  	"sizes_large_mime_type" varchar,
  	"sizes_large_filesize" numeric,
  	"sizes_large_filename" varchar
  );
  
  CREATE TABLE "cms"."media_locales" (
  	"alt" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
  );
  
  CREATE TABLE "cms"."menus_items_children" (
  	"_order" integer NOT NULL,
  	"_parent_id" varchar NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."menus_items_children_locales" (
  	"name" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."menus_items" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."menus_items_locales" (
  	"name" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."menus" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."redirects" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"from" varchar NOT NULL,
  	"to" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."staff_sessions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"created_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone NOT NULL
  );
  
  CREATE TABLE "cms"."staff" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"role" "cms"."enum_staff_role" DEFAULT 'editor' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"email" varchar NOT NULL,
  	"reset_password_token" varchar,
  	"reset_password_expiration" timestamp(3) with time zone,
  	"salt" varchar,
  	"hash" varchar,
  	"reset_password_requested_at" timestamp(3) with time zone,
  	"login_attempts" numeric DEFAULT 0,
  	"lock_until" timestamp(3) with time zone
  );
  
  CREATE TABLE "cms"."payload_kv" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar NOT NULL,
  	"data" jsonb NOT NULL
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
  
  CREATE TABLE "cms"."payload_locked_documents" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"global_slug" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."payload_locked_documents_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"auctions_id" integer,
  	"categories_id" integer,
  	"companies_id" integer,
  	"agreements_id" integer,
  	"products_id" integer,
  	"orders_id" integer,
  	"feedback_id" integer,
  	"pages_id" integer,
  	"auction_pages_id" integer,
  	"news_id" integer,
  	"certificates_id" integer,
  	"media_id" integer,
  	"menus_id" integer,
  	"redirects_id" integer,
  	"staff_id" integer
  );
  
  CREATE TABLE "cms"."payload_preferences" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar,
  	"value" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."payload_preferences_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"staff_id" integer
  );
  
  CREATE TABLE "cms"."payload_migrations" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar,
  	"batch" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms"."settings_links" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_links_locales" (
  	"name" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_contacts_phones" (
  	"_order" integer NOT NULL,
  	"_parent_id" varchar NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"number" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_contacts_phones_locales" (
  	"label" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_contacts_socials" (
  	"_order" integer NOT NULL,
  	"_parent_id" varchar NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_contacts_socials_locales" (
  	"name" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_contacts" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"is_main" boolean DEFAULT false
  );
  
  CREATE TABLE "cms"."settings_contacts_locales" (
  	"label" varchar NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" varchar NOT NULL
  );
  
  CREATE TABLE "cms"."settings_meta_micro_marking" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"snippet" varchar
  );
  
  CREATE TABLE "cms"."settings" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"logo_id" integer,
  	"favicon_id" integer,
  	"support_email" varchar NOT NULL,
  	"meta_favicon_id" integer,
  	"meta_og_image_id" integer,
  	"meta_og_url" varchar,
  	"meta_og_type" "cms"."enum_settings_meta_og_type",
  	"meta_schema" varchar,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "cms"."settings_locales" (
  	"company_name" varchar NOT NULL,
  	"copyright" varchar NOT NULL,
  	"working_hours" varchar NOT NULL,
  	"meta_title" varchar,
  	"meta_description" varchar,
  	"meta_og_title" varchar,
  	"meta_og_description" varchar,
  	"meta_og_locale" "cms"."enum_settings_meta_og_locale",
  	"meta_og_site_name" varchar,
  	"id" serial PRIMARY KEY NOT NULL,
  	"_locale" "cms"."_locales" NOT NULL,
  	"_parent_id" integer NOT NULL
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
  	"legal_name" varchar,
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
  ALTER TABLE "cms"."auctions" ADD CONSTRAINT "auctions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auctions_locales" ADD CONSTRAINT "auctions_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auctions"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v_version_documents" ADD CONSTRAINT "_auctions_v_version_documents_file_id_media_id_fk" FOREIGN KEY ("file_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v_version_documents" ADD CONSTRAINT "_auctions_v_version_documents_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auctions_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v" ADD CONSTRAINT "_auctions_v_parent_id_auctions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."auctions"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v" ADD CONSTRAINT "_auctions_v_version_category_id_categories_id_fk" FOREIGN KEY ("version_category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auctions_v_locales" ADD CONSTRAINT "_auctions_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auctions_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."categories_locales" ADD CONSTRAINT "categories_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."categories"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."agreements" ADD CONSTRAINT "agreements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "cms"."companies"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."agreements" ADD CONSTRAINT "agreements_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "cms"."auctions"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."agreements_locales" ADD CONSTRAINT "agreements_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."agreements"("id") ON DELETE cascade ON UPDATE no action;
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
  ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."pages_locales" ADD CONSTRAINT "pages_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v_version_meta_micro_marking" ADD CONSTRAINT "_pages_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_parent_id_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."pages"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_pages_v_locales" ADD CONSTRAINT "_pages_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages_meta_micro_marking" ADD CONSTRAINT "auction_pages_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages" ADD CONSTRAINT "auction_pages_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."auction_pages_locales" ADD CONSTRAINT "auction_pages_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v_version_meta_micro_marking" ADD CONSTRAINT "_auction_pages_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auction_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_parent_id_auction_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."auction_pages"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v" ADD CONSTRAINT "_auction_pages_v_version_category_id_categories_id_fk" FOREIGN KEY ("version_category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_auction_pages_v_locales" ADD CONSTRAINT "_auction_pages_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_auction_pages_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."news_meta_micro_marking" ADD CONSTRAINT "news_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."news"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_image_id_media_id_fk" FOREIGN KEY ("image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news" ADD CONSTRAINT "news_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."news_locales" ADD CONSTRAINT "news_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."news"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_news_v_version_meta_micro_marking" ADD CONSTRAINT "_news_v_version_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_news_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_parent_id_news_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."news"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_image_id_media_id_fk" FOREIGN KEY ("version_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_meta_favicon_id_media_id_fk" FOREIGN KEY ("version_meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v" ADD CONSTRAINT "_news_v_version_meta_og_image_id_media_id_fk" FOREIGN KEY ("version_meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."_news_v_locales" ADD CONSTRAINT "_news_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_news_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."certificates" ADD CONSTRAINT "certificates_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."certificates" ADD CONSTRAINT "certificates_file_id_media_id_fk" FOREIGN KEY ("file_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."certificates_locales" ADD CONSTRAINT "certificates_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."certificates"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."media_locales" ADD CONSTRAINT "media_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."menus_items_children" ADD CONSTRAINT "menus_items_children_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."menus_items_children_locales" ADD CONSTRAINT "menus_items_children_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus_items_children"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."menus_items" ADD CONSTRAINT "menus_items_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."menus_items_locales" ADD CONSTRAINT "menus_items_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."staff_sessions" ADD CONSTRAINT "staff_sessions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."staff"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_jobs_log" ADD CONSTRAINT "payload_jobs_log_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."payload_jobs"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."payload_locked_documents"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_auctions_fk" FOREIGN KEY ("auctions_id") REFERENCES "cms"."auctions"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_categories_fk" FOREIGN KEY ("categories_id") REFERENCES "cms"."categories"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_companies_fk" FOREIGN KEY ("companies_id") REFERENCES "cms"."companies"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_agreements_fk" FOREIGN KEY ("agreements_id") REFERENCES "cms"."agreements"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_products_fk" FOREIGN KEY ("products_id") REFERENCES "cms"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_orders_fk" FOREIGN KEY ("orders_id") REFERENCES "cms"."orders"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_feedback_fk" FOREIGN KEY ("feedback_id") REFERENCES "cms"."feedback"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_pages_fk" FOREIGN KEY ("pages_id") REFERENCES "cms"."pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_auction_pages_fk" FOREIGN KEY ("auction_pages_id") REFERENCES "cms"."auction_pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_news_fk" FOREIGN KEY ("news_id") REFERENCES "cms"."news"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_certificates_fk" FOREIGN KEY ("certificates_id") REFERENCES "cms"."certificates"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "cms"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_menus_fk" FOREIGN KEY ("menus_id") REFERENCES "cms"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_redirects_fk" FOREIGN KEY ("redirects_id") REFERENCES "cms"."redirects"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_staff_fk" FOREIGN KEY ("staff_id") REFERENCES "cms"."staff"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."payload_preferences"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_staff_fk" FOREIGN KEY ("staff_id") REFERENCES "cms"."staff"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_links" ADD CONSTRAINT "settings_links_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_links_locales" ADD CONSTRAINT "settings_links_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_links"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts_phones" ADD CONSTRAINT "settings_contacts_phones_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_contacts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts_phones_locales" ADD CONSTRAINT "settings_contacts_phones_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_contacts_phones"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts_socials" ADD CONSTRAINT "settings_contacts_socials_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_contacts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts_socials_locales" ADD CONSTRAINT "settings_contacts_socials_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_contacts_socials"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts" ADD CONSTRAINT "settings_contacts_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_contacts_locales" ADD CONSTRAINT "settings_contacts_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings_contacts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings_meta_micro_marking" ADD CONSTRAINT "settings_meta_micro_marking_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_logo_id_media_id_fk" FOREIGN KEY ("logo_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_favicon_id_media_id_fk" FOREIGN KEY ("favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_favicon_id_media_id_fk" FOREIGN KEY ("meta_favicon_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings" ADD CONSTRAINT "settings_meta_og_image_id_media_id_fk" FOREIGN KEY ("meta_og_image_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms"."settings_locales" ADD CONSTRAINT "settings_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."settings"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms"."seller_locales" ADD CONSTRAINT "seller_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."seller"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "auctions_documents_order_idx" ON "cms"."auctions_documents" USING btree ("_order");
  CREATE INDEX "auctions_documents_parent_id_idx" ON "cms"."auctions_documents" USING btree ("_parent_id");
  CREATE INDEX "auctions_documents_file_idx" ON "cms"."auctions_documents" USING btree ("file_id");
  CREATE INDEX "auctions_starts_at_idx" ON "cms"."auctions" USING btree ("starts_at");
  CREATE INDEX "auctions_ends_at_idx" ON "cms"."auctions" USING btree ("ends_at");
  CREATE UNIQUE INDEX "auctions_number_idx" ON "cms"."auctions" USING btree ("number");
  CREATE INDEX "auctions_category_idx" ON "cms"."auctions" USING btree ("category_id");
  CREATE UNIQUE INDEX "auctions_slug_idx" ON "cms"."auctions" USING btree ("slug");
  CREATE INDEX "auctions_updated_at_idx" ON "cms"."auctions" USING btree ("updated_at");
  CREATE INDEX "auctions_created_at_idx" ON "cms"."auctions" USING btree ("created_at");
  CREATE INDEX "auctions__status_idx" ON "cms"."auctions" USING btree ("_status");
  CREATE UNIQUE INDEX "auctions_locales_locale_parent_id_unique" ON "cms"."auctions_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "_auctions_v_version_documents_order_idx" ON "cms"."_auctions_v_version_documents" USING btree ("_order");
  CREATE INDEX "_auctions_v_version_documents_parent_id_idx" ON "cms"."_auctions_v_version_documents" USING btree ("_parent_id");
  CREATE INDEX "_auctions_v_version_documents_file_idx" ON "cms"."_auctions_v_version_documents" USING btree ("file_id");
  CREATE INDEX "_auctions_v_parent_idx" ON "cms"."_auctions_v" USING btree ("parent_id");
  CREATE INDEX "_auctions_v_version_version_starts_at_idx" ON "cms"."_auctions_v" USING btree ("version_starts_at");
  CREATE INDEX "_auctions_v_version_version_ends_at_idx" ON "cms"."_auctions_v" USING btree ("version_ends_at");
  CREATE INDEX "_auctions_v_version_version_number_idx" ON "cms"."_auctions_v" USING btree ("version_number");
  CREATE INDEX "_auctions_v_version_version_category_idx" ON "cms"."_auctions_v" USING btree ("version_category_id");
  CREATE INDEX "_auctions_v_version_version_slug_idx" ON "cms"."_auctions_v" USING btree ("version_slug");
  CREATE INDEX "_auctions_v_version_version_updated_at_idx" ON "cms"."_auctions_v" USING btree ("version_updated_at");
  CREATE INDEX "_auctions_v_version_version_created_at_idx" ON "cms"."_auctions_v" USING btree ("version_created_at");
  CREATE INDEX "_auctions_v_version_version__status_idx" ON "cms"."_auctions_v" USING btree ("version__status");
  CREATE INDEX "_auctions_v_created_at_idx" ON "cms"."_auctions_v" USING btree ("created_at");
  CREATE INDEX "_auctions_v_updated_at_idx" ON "cms"."_auctions_v" USING btree ("updated_at");
  CREATE INDEX "_auctions_v_snapshot_idx" ON "cms"."_auctions_v" USING btree ("snapshot");
  CREATE INDEX "_auctions_v_published_locale_idx" ON "cms"."_auctions_v" USING btree ("published_locale");
  CREATE INDEX "_auctions_v_latest_idx" ON "cms"."_auctions_v" USING btree ("latest");
  CREATE UNIQUE INDEX "_auctions_v_locales_locale_parent_id_unique" ON "cms"."_auctions_v_locales" USING btree ("_locale","_parent_id");
  CREATE UNIQUE INDEX "categories_key_idx" ON "cms"."categories" USING btree ("key");
  CREATE UNIQUE INDEX "categories_slug_idx" ON "cms"."categories" USING btree ("slug");
  CREATE INDEX "categories_updated_at_idx" ON "cms"."categories" USING btree ("updated_at");
  CREATE INDEX "categories_created_at_idx" ON "cms"."categories" USING btree ("created_at");
  CREATE UNIQUE INDEX "categories_locales_locale_parent_id_unique" ON "cms"."categories_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "companies_edrpou_idx" ON "cms"."companies" USING btree ("edrpou");
  CREATE UNIQUE INDEX "companies_email_idx" ON "cms"."companies" USING btree ("email");
  CREATE INDEX "companies_updated_at_idx" ON "cms"."companies" USING btree ("updated_at");
  CREATE INDEX "companies_created_at_idx" ON "cms"."companies" USING btree ("created_at");
  CREATE UNIQUE INDEX "agreements_number_idx" ON "cms"."agreements" USING btree ("number");
  CREATE INDEX "agreements_company_idx" ON "cms"."agreements" USING btree ("company_id");
  CREATE INDEX "agreements_auction_idx" ON "cms"."agreements" USING btree ("auction_id");
  CREATE INDEX "agreements_status_idx" ON "cms"."agreements" USING btree ("status");
  CREATE INDEX "agreements_updated_at_idx" ON "cms"."agreements" USING btree ("updated_at");
  CREATE INDEX "agreements_created_at_idx" ON "cms"."agreements" USING btree ("created_at");
  CREATE UNIQUE INDEX "auction_company_idx" ON "cms"."agreements" USING btree ("auction_id","company_id");
  CREATE UNIQUE INDEX "agreements_locales_locale_parent_id_unique" ON "cms"."agreements_locales" USING btree ("_locale","_parent_id");
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
  CREATE INDEX "pages_meta_meta_favicon_idx" ON "cms"."pages" USING btree ("meta_favicon_id");
  CREATE INDEX "pages_meta_og_meta_og_image_idx" ON "cms"."pages" USING btree ("meta_og_image_id");
  CREATE UNIQUE INDEX "pages_slug_idx" ON "cms"."pages" USING btree ("slug");
  CREATE INDEX "pages_updated_at_idx" ON "cms"."pages" USING btree ("updated_at");
  CREATE INDEX "pages_created_at_idx" ON "cms"."pages" USING btree ("created_at");
  CREATE INDEX "pages__status_idx" ON "cms"."pages" USING btree ("_status");
  CREATE UNIQUE INDEX "pages_locales_locale_parent_id_unique" ON "cms"."pages_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "_pages_v_version_meta_micro_marking_order_idx" ON "cms"."_pages_v_version_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "_pages_v_version_meta_micro_marking_parent_id_idx" ON "cms"."_pages_v_version_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "_pages_v_parent_idx" ON "cms"."_pages_v" USING btree ("parent_id");
  CREATE INDEX "_pages_v_version_meta_version_meta_favicon_idx" ON "cms"."_pages_v" USING btree ("version_meta_favicon_id");
  CREATE INDEX "_pages_v_version_meta_og_version_meta_og_image_idx" ON "cms"."_pages_v" USING btree ("version_meta_og_image_id");
  CREATE INDEX "_pages_v_version_version_slug_idx" ON "cms"."_pages_v" USING btree ("version_slug");
  CREATE INDEX "_pages_v_version_version_updated_at_idx" ON "cms"."_pages_v" USING btree ("version_updated_at");
  CREATE INDEX "_pages_v_version_version_created_at_idx" ON "cms"."_pages_v" USING btree ("version_created_at");
  CREATE INDEX "_pages_v_version_version__status_idx" ON "cms"."_pages_v" USING btree ("version__status");
  CREATE INDEX "_pages_v_created_at_idx" ON "cms"."_pages_v" USING btree ("created_at");
  CREATE INDEX "_pages_v_updated_at_idx" ON "cms"."_pages_v" USING btree ("updated_at");
  CREATE INDEX "_pages_v_snapshot_idx" ON "cms"."_pages_v" USING btree ("snapshot");
  CREATE INDEX "_pages_v_published_locale_idx" ON "cms"."_pages_v" USING btree ("published_locale");
  CREATE INDEX "_pages_v_latest_idx" ON "cms"."_pages_v" USING btree ("latest");
  CREATE INDEX "_pages_v_autosave_idx" ON "cms"."_pages_v" USING btree ("autosave");
  CREATE UNIQUE INDEX "_pages_v_locales_locale_parent_id_unique" ON "cms"."_pages_v_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "auction_pages_meta_micro_marking_order_idx" ON "cms"."auction_pages_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "auction_pages_meta_micro_marking_parent_id_idx" ON "cms"."auction_pages_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "auction_pages_meta_meta_favicon_idx" ON "cms"."auction_pages" USING btree ("meta_favicon_id");
  CREATE INDEX "auction_pages_meta_og_meta_og_image_idx" ON "cms"."auction_pages" USING btree ("meta_og_image_id");
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
  CREATE INDEX "news_image_idx" ON "cms"."news" USING btree ("image_id");
  CREATE INDEX "news_meta_meta_favicon_idx" ON "cms"."news" USING btree ("meta_favicon_id");
  CREATE INDEX "news_meta_og_meta_og_image_idx" ON "cms"."news" USING btree ("meta_og_image_id");
  CREATE INDEX "news_published_at_idx" ON "cms"."news" USING btree ("published_at");
  CREATE UNIQUE INDEX "news_slug_idx" ON "cms"."news" USING btree ("slug");
  CREATE INDEX "news_updated_at_idx" ON "cms"."news" USING btree ("updated_at");
  CREATE INDEX "news_created_at_idx" ON "cms"."news" USING btree ("created_at");
  CREATE INDEX "news__status_idx" ON "cms"."news" USING btree ("_status");
  CREATE UNIQUE INDEX "news_locales_locale_parent_id_unique" ON "cms"."news_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "_news_v_version_meta_micro_marking_order_idx" ON "cms"."_news_v_version_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "_news_v_version_meta_micro_marking_parent_id_idx" ON "cms"."_news_v_version_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "_news_v_parent_idx" ON "cms"."_news_v" USING btree ("parent_id");
  CREATE INDEX "_news_v_version_version_image_idx" ON "cms"."_news_v" USING btree ("version_image_id");
  CREATE INDEX "_news_v_version_meta_version_meta_favicon_idx" ON "cms"."_news_v" USING btree ("version_meta_favicon_id");
  CREATE INDEX "_news_v_version_meta_og_version_meta_og_image_idx" ON "cms"."_news_v" USING btree ("version_meta_og_image_id");
  CREATE INDEX "_news_v_version_version_published_at_idx" ON "cms"."_news_v" USING btree ("version_published_at");
  CREATE INDEX "_news_v_version_version_slug_idx" ON "cms"."_news_v" USING btree ("version_slug");
  CREATE INDEX "_news_v_version_version_updated_at_idx" ON "cms"."_news_v" USING btree ("version_updated_at");
  CREATE INDEX "_news_v_version_version_created_at_idx" ON "cms"."_news_v" USING btree ("version_created_at");
  CREATE INDEX "_news_v_version_version__status_idx" ON "cms"."_news_v" USING btree ("version__status");
  CREATE INDEX "_news_v_created_at_idx" ON "cms"."_news_v" USING btree ("created_at");
  CREATE INDEX "_news_v_updated_at_idx" ON "cms"."_news_v" USING btree ("updated_at");
  CREATE INDEX "_news_v_snapshot_idx" ON "cms"."_news_v" USING btree ("snapshot");
  CREATE INDEX "_news_v_published_locale_idx" ON "cms"."_news_v" USING btree ("published_locale");
  CREATE INDEX "_news_v_latest_idx" ON "cms"."_news_v" USING btree ("latest");
  CREATE INDEX "_news_v_autosave_idx" ON "cms"."_news_v" USING btree ("autosave");
  CREATE UNIQUE INDEX "_news_v_locales_locale_parent_id_unique" ON "cms"."_news_v_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "certificates_category_idx" ON "cms"."certificates" USING btree ("category_id");
  CREATE INDEX "certificates_file_idx" ON "cms"."certificates" USING btree ("file_id");
  CREATE INDEX "certificates_updated_at_idx" ON "cms"."certificates" USING btree ("updated_at");
  CREATE INDEX "certificates_created_at_idx" ON "cms"."certificates" USING btree ("created_at");
  CREATE UNIQUE INDEX "certificates_locales_locale_parent_id_unique" ON "cms"."certificates_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "media_updated_at_idx" ON "cms"."media" USING btree ("updated_at");
  CREATE INDEX "media_created_at_idx" ON "cms"."media" USING btree ("created_at");
  CREATE UNIQUE INDEX "media_filename_idx" ON "cms"."media" USING btree ("filename");
  CREATE INDEX "media_sizes_small_sizes_small_filename_idx" ON "cms"."media" USING btree ("sizes_small_filename");
  CREATE INDEX "media_sizes_medium_sizes_medium_filename_idx" ON "cms"."media" USING btree ("sizes_medium_filename");
  CREATE INDEX "media_sizes_large_sizes_large_filename_idx" ON "cms"."media" USING btree ("sizes_large_filename");
  CREATE UNIQUE INDEX "media_locales_locale_parent_id_unique" ON "cms"."media_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "menus_items_children_order_idx" ON "cms"."menus_items_children" USING btree ("_order");
  CREATE INDEX "menus_items_children_parent_id_idx" ON "cms"."menus_items_children" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "menus_items_children_locales_locale_parent_id_unique" ON "cms"."menus_items_children_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "menus_items_order_idx" ON "cms"."menus_items" USING btree ("_order");
  CREATE INDEX "menus_items_parent_id_idx" ON "cms"."menus_items" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "menus_items_locales_locale_parent_id_unique" ON "cms"."menus_items_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "menus_updated_at_idx" ON "cms"."menus" USING btree ("updated_at");
  CREATE INDEX "menus_created_at_idx" ON "cms"."menus" USING btree ("created_at");
  CREATE UNIQUE INDEX "redirects_from_idx" ON "cms"."redirects" USING btree ("from");
  CREATE INDEX "redirects_updated_at_idx" ON "cms"."redirects" USING btree ("updated_at");
  CREATE INDEX "redirects_created_at_idx" ON "cms"."redirects" USING btree ("created_at");
  CREATE INDEX "staff_sessions_order_idx" ON "cms"."staff_sessions" USING btree ("_order");
  CREATE INDEX "staff_sessions_parent_id_idx" ON "cms"."staff_sessions" USING btree ("_parent_id");
  CREATE INDEX "staff_updated_at_idx" ON "cms"."staff" USING btree ("updated_at");
  CREATE INDEX "staff_created_at_idx" ON "cms"."staff" USING btree ("created_at");
  CREATE UNIQUE INDEX "staff_email_idx" ON "cms"."staff" USING btree ("email");
  CREATE UNIQUE INDEX "payload_kv_key_idx" ON "cms"."payload_kv" USING btree ("key");
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
  CREATE INDEX "payload_locked_documents_global_slug_idx" ON "cms"."payload_locked_documents" USING btree ("global_slug");
  CREATE INDEX "payload_locked_documents_updated_at_idx" ON "cms"."payload_locked_documents" USING btree ("updated_at");
  CREATE INDEX "payload_locked_documents_created_at_idx" ON "cms"."payload_locked_documents" USING btree ("created_at");
  CREATE INDEX "payload_locked_documents_rels_order_idx" ON "cms"."payload_locked_documents_rels" USING btree ("order");
  CREATE INDEX "payload_locked_documents_rels_parent_idx" ON "cms"."payload_locked_documents_rels" USING btree ("parent_id");
  CREATE INDEX "payload_locked_documents_rels_path_idx" ON "cms"."payload_locked_documents_rels" USING btree ("path");
  CREATE INDEX "payload_locked_documents_rels_auctions_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("auctions_id");
  CREATE INDEX "payload_locked_documents_rels_categories_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("categories_id");
  CREATE INDEX "payload_locked_documents_rels_companies_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("companies_id");
  CREATE INDEX "payload_locked_documents_rels_agreements_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("agreements_id");
  CREATE INDEX "payload_locked_documents_rels_products_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("products_id");
  CREATE INDEX "payload_locked_documents_rels_orders_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("orders_id");
  CREATE INDEX "payload_locked_documents_rels_feedback_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("feedback_id");
  CREATE INDEX "payload_locked_documents_rels_pages_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("pages_id");
  CREATE INDEX "payload_locked_documents_rels_auction_pages_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("auction_pages_id");
  CREATE INDEX "payload_locked_documents_rels_news_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("news_id");
  CREATE INDEX "payload_locked_documents_rels_certificates_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("certificates_id");
  CREATE INDEX "payload_locked_documents_rels_media_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("media_id");
  CREATE INDEX "payload_locked_documents_rels_menus_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("menus_id");
  CREATE INDEX "payload_locked_documents_rels_redirects_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("redirects_id");
  CREATE INDEX "payload_locked_documents_rels_staff_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("staff_id");
  CREATE INDEX "payload_preferences_key_idx" ON "cms"."payload_preferences" USING btree ("key");
  CREATE INDEX "payload_preferences_updated_at_idx" ON "cms"."payload_preferences" USING btree ("updated_at");
  CREATE INDEX "payload_preferences_created_at_idx" ON "cms"."payload_preferences" USING btree ("created_at");
  CREATE INDEX "payload_preferences_rels_order_idx" ON "cms"."payload_preferences_rels" USING btree ("order");
  CREATE INDEX "payload_preferences_rels_parent_idx" ON "cms"."payload_preferences_rels" USING btree ("parent_id");
  CREATE INDEX "payload_preferences_rels_path_idx" ON "cms"."payload_preferences_rels" USING btree ("path");
  CREATE INDEX "payload_preferences_rels_staff_id_idx" ON "cms"."payload_preferences_rels" USING btree ("staff_id");
  CREATE INDEX "payload_migrations_updated_at_idx" ON "cms"."payload_migrations" USING btree ("updated_at");
  CREATE INDEX "payload_migrations_created_at_idx" ON "cms"."payload_migrations" USING btree ("created_at");
  CREATE INDEX "settings_links_order_idx" ON "cms"."settings_links" USING btree ("_order");
  CREATE INDEX "settings_links_parent_id_idx" ON "cms"."settings_links" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "settings_links_locales_locale_parent_id_unique" ON "cms"."settings_links_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "settings_contacts_phones_order_idx" ON "cms"."settings_contacts_phones" USING btree ("_order");
  CREATE INDEX "settings_contacts_phones_parent_id_idx" ON "cms"."settings_contacts_phones" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "settings_contacts_phones_locales_locale_parent_id_unique" ON "cms"."settings_contacts_phones_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "settings_contacts_socials_order_idx" ON "cms"."settings_contacts_socials" USING btree ("_order");
  CREATE INDEX "settings_contacts_socials_parent_id_idx" ON "cms"."settings_contacts_socials" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "settings_contacts_socials_locales_locale_parent_id_unique" ON "cms"."settings_contacts_socials_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "settings_contacts_order_idx" ON "cms"."settings_contacts" USING btree ("_order");
  CREATE INDEX "settings_contacts_parent_id_idx" ON "cms"."settings_contacts" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "settings_contacts_locales_locale_parent_id_unique" ON "cms"."settings_contacts_locales" USING btree ("_locale","_parent_id");
  CREATE INDEX "settings_meta_micro_marking_order_idx" ON "cms"."settings_meta_micro_marking" USING btree ("_order");
  CREATE INDEX "settings_meta_micro_marking_parent_id_idx" ON "cms"."settings_meta_micro_marking" USING btree ("_parent_id");
  CREATE INDEX "settings_logo_idx" ON "cms"."settings" USING btree ("logo_id");
  CREATE INDEX "settings_favicon_idx" ON "cms"."settings" USING btree ("favicon_id");
  CREATE INDEX "settings_meta_meta_favicon_idx" ON "cms"."settings" USING btree ("meta_favicon_id");
  CREATE INDEX "settings_meta_og_meta_og_image_idx" ON "cms"."settings" USING btree ("meta_og_image_id");
  CREATE UNIQUE INDEX "settings_locales_locale_parent_id_unique" ON "cms"."settings_locales" USING btree ("_locale","_parent_id");
  CREATE UNIQUE INDEX "seller_locales_locale_parent_id_unique" ON "cms"."seller_locales" USING btree ("_locale","_parent_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "cms"."auctions_documents" CASCADE;
  DROP TABLE "cms"."auctions" CASCADE;
  DROP TABLE "cms"."auctions_locales" CASCADE;
  DROP TABLE "cms"."_auctions_v_version_documents" CASCADE;
  DROP TABLE "cms"."_auctions_v" CASCADE;
  DROP TABLE "cms"."_auctions_v_locales" CASCADE;
  DROP TABLE "cms"."categories" CASCADE;
  DROP TABLE "cms"."categories_locales" CASCADE;
  DROP TABLE "cms"."companies" CASCADE;
  DROP TABLE "cms"."agreements" CASCADE;
  DROP TABLE "cms"."agreements_locales" CASCADE;
  DROP TABLE "cms"."products_facts" CASCADE;
  DROP TABLE "cms"."products_facts_locales" CASCADE;
  DROP TABLE "cms"."products" CASCADE;
  DROP TABLE "cms"."products_locales" CASCADE;
  DROP TABLE "cms"."orders" CASCADE;
  DROP TABLE "cms"."_orders_v" CASCADE;
  DROP TABLE "cms"."feedback" CASCADE;
  DROP TABLE "cms"."_feedback_v" CASCADE;
  DROP TABLE "cms"."pages_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."pages" CASCADE;
  DROP TABLE "cms"."pages_locales" CASCADE;
  DROP TABLE "cms"."_pages_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_pages_v" CASCADE;
  DROP TABLE "cms"."_pages_v_locales" CASCADE;
  DROP TABLE "cms"."auction_pages_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."auction_pages" CASCADE;
  DROP TABLE "cms"."auction_pages_locales" CASCADE;
  DROP TABLE "cms"."_auction_pages_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_auction_pages_v" CASCADE;
  DROP TABLE "cms"."_auction_pages_v_locales" CASCADE;
  DROP TABLE "cms"."news_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."news" CASCADE;
  DROP TABLE "cms"."news_locales" CASCADE;
  DROP TABLE "cms"."_news_v_version_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."_news_v" CASCADE;
  DROP TABLE "cms"."_news_v_locales" CASCADE;
  DROP TABLE "cms"."certificates" CASCADE;
  DROP TABLE "cms"."certificates_locales" CASCADE;
  DROP TABLE "cms"."media" CASCADE;
  DROP TABLE "cms"."media_locales" CASCADE;
  DROP TABLE "cms"."menus_items_children" CASCADE;
  DROP TABLE "cms"."menus_items_children_locales" CASCADE;
  DROP TABLE "cms"."menus_items" CASCADE;
  DROP TABLE "cms"."menus_items_locales" CASCADE;
  DROP TABLE "cms"."menus" CASCADE;
  DROP TABLE "cms"."redirects" CASCADE;
  DROP TABLE "cms"."staff_sessions" CASCADE;
  DROP TABLE "cms"."staff" CASCADE;
  DROP TABLE "cms"."payload_kv" CASCADE;
  DROP TABLE "cms"."payload_jobs_log" CASCADE;
  DROP TABLE "cms"."payload_jobs" CASCADE;
  DROP TABLE "cms"."payload_locked_documents" CASCADE;
  DROP TABLE "cms"."payload_locked_documents_rels" CASCADE;
  DROP TABLE "cms"."payload_preferences" CASCADE;
  DROP TABLE "cms"."payload_preferences_rels" CASCADE;
  DROP TABLE "cms"."payload_migrations" CASCADE;
  DROP TABLE "cms"."settings_links" CASCADE;
  DROP TABLE "cms"."settings_links_locales" CASCADE;
  DROP TABLE "cms"."settings_contacts_phones" CASCADE;
  DROP TABLE "cms"."settings_contacts_phones_locales" CASCADE;
  DROP TABLE "cms"."settings_contacts_socials" CASCADE;
  DROP TABLE "cms"."settings_contacts_socials_locales" CASCADE;
  DROP TABLE "cms"."settings_contacts" CASCADE;
  DROP TABLE "cms"."settings_contacts_locales" CASCADE;
  DROP TABLE "cms"."settings_meta_micro_marking" CASCADE;
  DROP TABLE "cms"."settings" CASCADE;
  DROP TABLE "cms"."settings_locales" CASCADE;
  DROP TABLE "cms"."seller" CASCADE;
  DROP TABLE "cms"."seller_locales" CASCADE;
  DROP TYPE "cms"."_locales";
  DROP TYPE "cms"."enum_auctions_documents_kind";
  DROP TYPE "cms"."enum_auctions_documents_language";
  DROP TYPE "cms"."enum_auctions_visibility";
  DROP TYPE "cms"."enum_auctions_status";
  DROP TYPE "cms"."enum__auctions_v_version_documents_kind";
  DROP TYPE "cms"."enum__auctions_v_version_documents_language";
  DROP TYPE "cms"."enum__auctions_v_version_visibility";
  DROP TYPE "cms"."enum__auctions_v_version_status";
  DROP TYPE "cms"."enum__auctions_v_published_locale";
  DROP TYPE "cms"."enum_categories_key";
  DROP TYPE "cms"."enum_categories_unit";
  DROP TYPE "cms"."enum_companies_auction_kind";
  DROP TYPE "cms"."enum_companies_language";
  DROP TYPE "cms"."enum_agreements_status";
  DROP TYPE "cms"."enum_orders_status";
  DROP TYPE "cms"."enum_orders_language";
  DROP TYPE "cms"."enum__orders_v_version_status";
  DROP TYPE "cms"."enum__orders_v_version_language";
  DROP TYPE "cms"."enum_feedback_status";
  DROP TYPE "cms"."enum_feedback_topic";
  DROP TYPE "cms"."enum__feedback_v_version_status";
  DROP TYPE "cms"."enum__feedback_v_version_topic";
  DROP TYPE "cms"."enum_pages_meta_og_type";
  DROP TYPE "cms"."enum_pages_status";
  DROP TYPE "cms"."enum_pages_meta_og_locale";
  DROP TYPE "cms"."enum__pages_v_version_meta_og_type";
  DROP TYPE "cms"."enum__pages_v_version_status";
  DROP TYPE "cms"."enum__pages_v_published_locale";
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
  DROP TYPE "cms"."enum_news_status";
  DROP TYPE "cms"."enum_news_meta_og_locale";
  DROP TYPE "cms"."enum__news_v_version_meta_og_type";
  DROP TYPE "cms"."enum__news_v_version_status";
  DROP TYPE "cms"."enum__news_v_published_locale";
  DROP TYPE "cms"."enum__news_v_version_meta_og_locale";
  DROP TYPE "cms"."enum_staff_role";
  DROP TYPE "cms"."enum_payload_jobs_log_task_slug";
  DROP TYPE "cms"."enum_payload_jobs_log_state";
  DROP TYPE "cms"."enum_payload_jobs_task_slug";
  DROP TYPE "cms"."enum_settings_meta_og_type";
  DROP TYPE "cms"."enum_settings_meta_og_locale";`)
}
