/** Version of the semantics that `definitions/README.md` describes, not of the package. */
export const EVALUATOR_VERSION = '1.0.0';
