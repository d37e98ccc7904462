import { DecimalCell as DecimalCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { DecimalField as DecimalField_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { ConsoleView as ConsoleView_f39b0a26e6b5802cc8a1d87d86c83233, AuctionsListView as AuctionsListView_16cf2083489e4964e2be35dcf134a463, ConsoleListView as ConsoleListView_16cf2083489e4964e2be35dcf134a463 } from '@/app/(cms)/office/console-view'
import { CompanyAccountField as CompanyAccountField_d5087a6cf5b13ec275b3bc306cb9deb8 } from '@/app/(cms)/office/company-account-field'
import { ExportAgreements as ExportAgreements_f5ebaa0710ae3a2bd85b9e5bfd569318 } from '@/app/(cms)/office/requests/export-tables'
import { RowTitle as RowTitle_6d17cb36baf09d632b74ecf75b25920c } from '@/app/(cms)/content/row-title'
import { TranslationGapsField as TranslationGapsField_77a127b29e5a9a2277e2cadaebaf824a } from '@/app/(cms)/content/translation-gaps'
import { TranslationGapsCell as TranslationGapsCell_77a127b29e5a9a2277e2cadaebaf824a } from '@/app/(cms)/content/translation-gaps'
import { StatusCell as StatusCell_9ca6c647e929da280b6f08d4c4925183 } from '@/app/(cms)/office/requests/status-cell'
import { ExportOrders as ExportOrders_f5ebaa0710ae3a2bd85b9e5bfd569318 } from '@/app/(cms)/office/requests/export-tables'
import { AttachedFiles as AttachedFiles_c19286a28c52a7a2adf14cd2fe3d10e8 } from '@/app/(cms)/content/attached-files'
import { ExportFeedback as ExportFeedback_f5ebaa0710ae3a2bd85b9e5bfd569318 } from '@/app/(cms)/office/requests/export-tables'
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
import { MediaCell as MediaCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { NoField as NoField_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { FileDetailsCell as FileDetailsCell_c9c8632f4c69abf0c1797109974d895e } from '@/app/(cms)/content/cells'
import { CornerMark as CornerMark_8344fb87ed61c0e3cf606c31652a0428 } from '@/app/(cms)/look/look'
import { Logo as Logo_4cdf369f43b63919fb838a3694f8f9bd } from '@/app/(cms)/look/look'
import { ControlNames as ControlNames_5c0f2d1be8a94f7791a3d6420e5b7c18 } from '@/app/(cms)/office/control-names'
import { DashboardEntry as DashboardEntry_60546224d0907d5f10ed8bef337004ac, NavEntry as NavEntry_25d934e7defae67c00af0832256c7ad0, SearchEntry as SearchEntry_b1f5a1c65b0f7d8c9e4f60a2d7c1b3e58 } from '@/app/(cms)/office/entries'
import { FirstUserView as FirstUserView_d35870d665be65d90f404fb94bd2e9bd, OfficeView as OfficeView_7889f70efa9525f39ab8bb5bc6a6d175 } from '@/app/(cms)/office/office-view'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'
import { SignInView as SignInView_b1f2a1c65b0f7d8c9e4f60a2d7c1b3e58 } from '@/app/(cms)/office/staff/sign-in-view'
import { CurrentPasswordField as CurrentPasswordField_b1f3a1c65b0f7d8c9e4f60a2d7c1b3e58 } from '@/app/(cms)/office/staff/current-password-field'
import { SecurityField as SecurityField_b1f4a1c65b0f7d8c9e4f60a2d7c1b3e58 } from '@/app/(cms)/office/staff/security-field'


/** @type import('payload').ImportMap */
export const importMap = {
  "@/app/(cms)/content/cells#DecimalCell": DecimalCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#DecimalField": DecimalField_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/office/console-view#ConsoleView": ConsoleView_f39b0a26e6b5802cc8a1d87d86c83233,
  "@/app/(cms)/office/company-account-field#CompanyAccountField": CompanyAccountField_d5087a6cf5b13ec275b3bc306cb9deb8,
  "@/app/(cms)/office/requests/export-tables#ExportAgreements": ExportAgreements_f5ebaa0710ae3a2bd85b9e5bfd569318,
  "@/app/(cms)/content/row-title#RowTitle": RowTitle_6d17cb36baf09d632b74ecf75b25920c,
  "@/app/(cms)/content/translation-gaps#TranslationGapsField": TranslationGapsField_77a127b29e5a9a2277e2cadaebaf824a,
  "@/app/(cms)/content/translation-gaps#TranslationGapsCell": TranslationGapsCell_77a127b29e5a9a2277e2cadaebaf824a,
  "@/app/(cms)/office/requests/status-cell#StatusCell": StatusCell_9ca6c647e929da280b6f08d4c4925183,
  "@/app/(cms)/office/requests/export-tables#ExportOrders": ExportOrders_f5ebaa0710ae3a2bd85b9e5bfd569318,
  "@/app/(cms)/content/attached-files#AttachedFiles": AttachedFiles_c19286a28c52a7a2adf14cd2fe3d10e8,
  "@/app/(cms)/office/requests/export-tables#ExportFeedback": ExportFeedback_f5ebaa0710ae3a2bd85b9e5bfd569318,
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
  "@/app/(cms)/content/cells#MediaCell": MediaCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#NoField": NoField_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/content/cells#FileDetailsCell": FileDetailsCell_c9c8632f4c69abf0c1797109974d895e,
  "@/app/(cms)/look/look#CornerMark": CornerMark_8344fb87ed61c0e3cf606c31652a0428,
  "@/app/(cms)/look/look#Logo": Logo_4cdf369f43b63919fb838a3694f8f9bd,
  "@/app/(cms)/office/control-names#ControlNames": ControlNames_5c0f2d1be8a94f7791a3d6420e5b7c18,
  "@/app/(cms)/office/entries#DashboardEntry": DashboardEntry_60546224d0907d5f10ed8bef337004ac,
  "@/app/(cms)/office/entries#NavEntry": NavEntry_25d934e7defae67c00af0832256c7ad0,
  "@/app/(cms)/office/console-view#AuctionsListView": AuctionsListView_16cf2083489e4964e2be35dcf134a463,
  "@/app/(cms)/office/console-view#ConsoleListView": ConsoleListView_16cf2083489e4964e2be35dcf134a463,
  "@/app/(cms)/office/office-view#FirstUserView": FirstUserView_d35870d665be65d90f404fb94bd2e9bd,
  "@/app/(cms)/office/office-view#OfficeView": OfficeView_7889f70efa9525f39ab8bb5bc6a6d175,
  "@/app/(cms)/office/staff/sign-in-view#SignInView": SignInView_b1f2a1c65b0f7d8c9e4f60a2d7c1b3e58,
  "@/app/(cms)/office/staff/current-password-field#CurrentPasswordField": CurrentPasswordField_b1f3a1c65b0f7d8c9e4f60a2d7c1b3e58,
  "@/app/(cms)/office/staff/security-field#SecurityField": SecurityField_b1f4a1c65b0f7d8c9e4f60a2d7c1b3e58,
  "@/app/(cms)/office/entries#SearchEntry": SearchEntry_b1f5a1c65b0f7d8c9e4f60a2d7c1b3e58,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
