// ESLint's own recommended rules for the scripts of the pages: `make lint-js`.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { files: ["web/static/**/*.js"], languageOptions: { globals: globals.browser } },
];
