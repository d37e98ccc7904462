import { DecimalCell as DecimalCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { DecimalField as DecimalField_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { RefusedSaveStays as RefusedSaveStays_5f974df399252e69bfbd5adcccd82944 } from '@/app/(cms)/content/refused-save'
import { UntitledUntilNamed as UntitledUntilNamed_6c8bf58fa433de354e3d0b1b763696f5 } from '@/app/(cms)/content/untitled'
import { ConsoleView as ConsoleView_26070bc0b76a7f87b98de01e7ee67c01 } from '@/app/(cms)/office/console-view'
import { AuctionsListView as AuctionsListView_26070bc0b76a7f87b98de01e7ee67c01 } from '@/app/(cms)/office/console-view'
import { CompanyAccountField as CompanyAccountField_12d0b86aa7827c1a8f89fe3305d2232f } from '@/app/(cms)/office/company-account-field'
import { AgreementStatusCell as AgreementStatusCell_bd4eb9b413c3caa43cb0757ad75fd3c3 } from '@/app/(cms)/office/requests/agreement-status-cell'
import { ExportAgreements as ExportAgreements_b1e661d3cbb7f6393b47bbf709291fb3 } from '@/app/(cms)/office/requests/export-tables'
import { RowTitle as RowTitle_6d17cb36baf09d632b74ecf75b25920c } from '@/app/(cms)/content/row-title'
import { TranslationGapsField as TranslationGapsField_77a127b29e5a9a2277e2cadaebaf824a } from '@/app/(cms)/content/translation-gaps'
import { TranslationGapsCell as TranslationGapsCell_77a127b29e5a9a2277e2cadaebaf824a } from '@/app/(cms)/content/translation-gaps'
import { StatusCell as StatusCell_aa2efd0d5e1aca8884638c62a8fe61c5 } from '@/app/(cms)/office/requests/status-cell'
import { ExportOrders as ExportOrders_b1e661d3cbb7f6393b47bbf709291fb3 } from '@/app/(cms)/office/requests/export-tables'
import { AttachedFiles as AttachedFiles_c19286a28c52a7a2adf14cd2fe3d10e8 } from '@/app/(cms)/content/attached-files'
import { ExportFeedback as ExportFeedback_b1e661d3cbb7f6393b47bbf709291fb3 } from '@/app/(cms)/office/requests/export-tables'
import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { InlineToolbarFeatureClient as InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { FixedToolbarFeatureClient as FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SuperscriptFeatureClient as SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SubscriptFeatureClient as SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { StrikethroughFeatureClient as StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnderlineFeatureClient as UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HeadingFeatureClient as HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { PublishAfterDraft as PublishAfterDraft_7ab7689c7be79e7da714ed67e853c039 } from '@/app/(cms)/content/publish-button'
import { MediaCell as MediaCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { NoField as NoField_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { FileDetailsCell as FileDetailsCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { CurrentPasswordField as CurrentPasswordField_877795ac70c330411d4fc74326b897a9 } from '@/app/(cms)/office/staff/current-password-field'
import { SecurityField as SecurityField_ea5997aaddf0ea90d94147b60228d9f3 } from '@/app/(cms)/office/staff/security-field'
import { CornerMark as CornerMark_b3ad8c9fa0761fa7c67090d5756bd16d } from '@/app/(cms)/look/look'
import { Logo as Logo_b3ad8c9fa0761fa7c67090d5756bd16d } from '@/app/(cms)/look/look'
import { SearchEntry as SearchEntry_07b7736ff92e7e50066f9d2a90bcce94 } from '@/app/(cms)/office/entries'
import { DashboardEntry as DashboardEntry_07b7736ff92e7e50066f9d2a90bcce94 } from '@/app/(cms)/office/entries'
import { NavEntry as NavEntry_07b7736ff92e7e50066f9d2a90bcce94 } from '@/app/(cms)/office/entries'
import { ControlNames as ControlNames_d0434c2d2c554e0046175391a964e981 } from '@/app/(cms)/office/control-names'
import { ConsoleListView as ConsoleListView_26070bc0b76a7f87b98de01e7ee67c01 } from '@/app/(cms)/office/console-view'
import { FirstUserView as FirstUserView_79f98b925ab99ff8ce533c70b7dab591 } from '@/app/(cms)/office/office-view'
import { SignInView as SignInView_63c034de4bd3913e99ca81bec2b3d71f } from '@/app/(cms)/office/staff/sign-in-view'
import { OfficeView as OfficeView_79f98b925ab99ff8ce533c70b7dab591 } from '@/app/(cms)/office/office-view'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "@/app/(cms)/content/cells#DecimalCell": DecimalCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#DecimalField": DecimalField_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/refused-save#RefusedSaveStays": RefusedSaveStays_5f974df399252e69bfbd5adcccd82944,
  "@/app/(cms)/content/untitled#UntitledUntilNamed": UntitledUntilNamed_6c8bf58fa433de354e3d0b1b763696f5,
  "@/app/(cms)/office/console-view#ConsoleView": ConsoleView_26070bc0b76a7f87b98de01e7ee67c01,
  "@/app/(cms)/office/console-view#AuctionsListView": AuctionsListView_26070bc0b76a7f87b98de01e7ee67c01,
  "@/app/(cms)/office/company-account-field#CompanyAccountField": CompanyAccountField_12d0b86aa7827c1a8f89fe3305d2232f,
  "@/app/(cms)/office/requests/agreement-status-cell#AgreementStatusCell": AgreementStatusCell_bd4eb9b413c3caa43cb0757ad75fd3c3,
  "@/app/(cms)/office/requests/export-tables#ExportAgreements": ExportAgreements_b1e661d3cbb7f6393b47bbf709291fb3,
  "@/app/(cms)/content/row-title#RowTitle": RowTitle_6d17cb36baf09d632b74ecf75b25920c,
  "@/app/(cms)/content/translation-gaps#TranslationGapsField": TranslationGapsField_77a127b29e5a9a2277e2cadaebaf824a,
  "@/app/(cms)/content/translation-gaps#TranslationGapsCell": TranslationGapsCell_77a127b29e5a9a2277e2cadaebaf824a,
  "@/app/(cms)/office/requests/status-cell#StatusCell": StatusCell_aa2efd0d5e1aca8884638c62a8fe61c5,
  "@/app/(cms)/office/requests/export-tables#ExportOrders": ExportOrders_b1e661d3cbb7f6393b47bbf709291fb3,
  "@/app/(cms)/content/attached-files#AttachedFiles": AttachedFiles_c19286a28c52a7a2adf14cd2fe3d10e8,
  "@/app/(cms)/office/requests/export-tables#ExportFeedback": ExportFeedback_b1e661d3cbb7f6393b47bbf709291fb3,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/client#InlineToolbarFeatureClient": InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#FixedToolbarFeatureClient": FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SuperscriptFeatureClient": SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SubscriptFeatureClient": SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#StrikethroughFeatureClient": StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnderlineFeatureClient": UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HeadingFeatureClient": HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@/app/(cms)/content/publish-button#PublishAfterDraft": PublishAfterDraft_7ab7689c7be79e7da714ed67e853c039,
  "@/app/(cms)/content/cells#MediaCell": MediaCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#NoField": NoField_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#FileDetailsCell": FileDetailsCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/office/staff/current-password-field#CurrentPasswordField": CurrentPasswordField_877795ac70c330411d4fc74326b897a9,
  "@/app/(cms)/office/staff/security-field#SecurityField": SecurityField_ea5997aaddf0ea90d94147b60228d9f3,
  "@/app/(cms)/look/look#CornerMark": CornerMark_b3ad8c9fa0761fa7c67090d5756bd16d,
  "@/app/(cms)/look/look#Logo": Logo_b3ad8c9fa0761fa7c67090d5756bd16d,
  "@/app/(cms)/office/entries#SearchEntry": SearchEntry_07b7736ff92e7e50066f9d2a90bcce94,
  "@/app/(cms)/office/entries#DashboardEntry": DashboardEntry_07b7736ff92e7e50066f9d2a90bcce94,
  "@/app/(cms)/office/entries#NavEntry": NavEntry_07b7736ff92e7e50066f9d2a90bcce94,
  "@/app/(cms)/office/control-names#ControlNames": ControlNames_d0434c2d2c554e0046175391a964e981,
  "@/app/(cms)/office/console-view#ConsoleListView": ConsoleListView_26070bc0b76a7f87b98de01e7ee67c01,
  "@/app/(cms)/office/office-view#FirstUserView": FirstUserView_79f98b925ab99ff8ce533c70b7dab591,
  "@/app/(cms)/office/staff/sign-in-view#SignInView": SignInView_63c034de4bd3913e99ca81bec2b3d71f,
  "@/app/(cms)/office/office-view#OfficeView": OfficeView_79f98b925ab99ff8ce533c70b7dab591,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
