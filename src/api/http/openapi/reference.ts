import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { serviceUnavailable } from '../../refusal/record-refusals.js';
import { referencePage } from './page/reference-page.js';

/** The reference in both forms, made once at the start. */
@Injectable()
export class Reference {
  private forms?: { readonly document: OpenAPIObject; readonly json: string; readonly page: string };

  publish(document: OpenAPIObject): void {
    this.forms = { document, json: JSON.stringify(document), page: referencePage(document) };
  }

  get document(): OpenAPIObject {
    return this.published.document;
  }

  get json(): string {
    return this.published.json;
  }

  get page(): string {
    return this.published.page;
  }

  private get published() {
    if (!this.forms) throw serviceUnavailable();
    return this.forms;
  }
}
